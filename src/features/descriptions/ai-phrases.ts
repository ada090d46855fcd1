// Technical phrases of work on AI, by what they are about: phrases for one thing count once. Texts are folded, so the phrases
// are without accents and in lower case.

/** Who writes these builds, trains, evaluates or runs it. */
export const STRONG: Readonly<Record<string, RegExp>> = {
  languageModels:
    /\bllms?\b|\b(?:large )?language models?\b|\bfoundation models?\b|\bsprachmodelle?n?\b|modeles? de langage|modelos? de (?:lenguaje|linguagem)|modelli linguistici|\btaalmodellen\b|model\w* jezykow/,
  machineLearning:
    /\bmachine[- ]learning\b|\bml (?:models?|pipelines?|systems?|infrastructure|platform|algorithms?|workloads?|code)\b|maschinelle[sn]? lernen|apprentissage (?:automatique|machine|statistique)|aprendizaje automatico|aprendizado de maquina|apprendimento automatico|uczeni[ea] maszynow/,
  deepLearning:
    /\bdeep[- ]learning\b|\bneural net(?:work)?s?\b|\btransformer (?:models?|architectures?)\b|\bdiffusion models?\b|neuronale[nr]? netz|reseaux? de neurones|apprentissage profond|redes? neuronales|redes neurais|aprendizaje profundo|reti neurali|neurale netwerken|sieci neuronow/,
  retrieval:
    /\bretrieval[- ]augmented\b|\brag (?:pipelines?|systems?|architectures?|applications?|workflows?|solutions?)\b|\bvector (?:search|stores?|databases?|indexe?s?)\b|\bembeddings\b|\bembedding models?\b|vektordatenbank|bases? (?:de donnees )?vectorielle/,
  prompts:
    /\bprompt (?:engineering|design|templates?|chains?|libraries|library|optimi[sz]ation|evaluation)\b|\b(?:design|write|test|tune|optimi[sz]e|version|maintain)\w* (?:and \w+ )?prompts\b|prompts (?:entwerfen|entwickeln|optimieren)/,
  agents:
    /\b(?:ai|llm|autonomous|multi|conversational|ai voice)[- ]agents?\b|\bagentic\b|\bki[- ]agenten\b|agents? (?:ia|conversationnels?)\b|agentes? (?:de )?ia\b|agenti (?:di )?(?:ia|ai)\b|\bai-agenten\b|agent\w* ai\b/,
  tuning:
    /\bfine[- ]?tun\w* (?:[\p{L}-]+ ){0,3}(?:models?|llms?|networks?|modelle?n?)\b|\bmodel fine[- ]?tuning\b|\brlhf\b|\breinforcement learning\b|\bmodel distillation\b|\blora adapters?\b|feinabstimmung|bestarkende[sn]? lernen|apprentissage par renforcement|aprendizaje por refuerzo/u,
  models:
    /\b(?:train|retrain|training|deploy|evaluat|serv|monitor|build|develop|optimi[sz])\w* (?:and \w+ |, \w+ and \w+ )?(?:[\p{L}-]+ ){0,2}(?:ml|ai|predictive|deep|vision|speech|ranking|recommendation|classification|forecasting|scoring|propensity|churn|pricing|detection) models?\b|\bmodel (?:training|inference|serving|evaluation|drift|monitoring|deployment|quantization)\b|\bki[- ]modelle?n?\b|modeles? (?:d'ia|predictifs?)|modelos? (?:de ia|predictivos?|preditivos?)|modelli (?:di ia|predittivi)|\bai-modellen\b|modele? (?:ai|predykcyjn)/u,
  vision:
    /\bcomputer vision\b|\b(?:object|defect|anomaly) detection (?:models?|networks?|algorithms?)\b|\bimage (?:classification|segmentation|recognition)\b|bilderkennung|vision par ordinateur|vision (?:artificial|por computador\w*)|visao computacional|visione artificiale|beeldherkenning|wizj\w+ komputerow/,
  language:
    /\bnatural language (?:processing|understanding|generation)\b|\bnlp\b|\bspeech (?:recognition|synthesis)\b|\btext[- ]to[- ]speech\b|\bnamed entity recognition\b|spracherkennung|traitement (?:automatique )?du langage|procesamiento de(?:l)? lenguaje|processamento de linguagem|elaborazione del linguaggio|przetwarzani\w+ jezyka/,
  recommenders:
    /\brecommend(?:er|ation) (?:systems?|engines?|models?|algorithms?)\b|\blearning[- ]to[- ]rank\b|empfehlungssystem|systemes? de recommandation|sistemas? de recomendaci/,
  operations:
    /\bmlops\b|\bllmops\b|\bfeature stores?\b|\bmodel registr(?:y|ies)\b|\bgpu clusters?\b|\binference (?:servers?|stack|latency|infrastructure)\b/,
  frameworks:
    /\bpytorch\b|\btensorflow\b|\bkeras\b|\bjax\b|\bscikit[- ]learn\b|\bhugging ?face\b|\blangchain\b|\blanggraph\b|\bllama ?index\b|\bvllm\b|\bxgboost\b|\bmlflow\b|\bkubeflow\b|\bsagemaker\b|\bvertex ai\b|\bopenai(?:'s)? api\b|\bgpt-?\d|\bclaude api\b|\banthropic(?:'s)? api\b|\bamazon bedrock\b|\bopencv\b/,
}

/** Anybody may write these: they count only next to a strong one. */
export const WEAK: Readonly<Record<string, RegExp>> = {
  generative:
    /\bgen(?:erative)?[- ]?ai\b|\bgenerative ki\b|ia generative|ia generativa|generatieve ai|generatywn\w+ ai/,
  aiThings:
    /\bai (?:models?|features?|systems?|applications?|algorithms?|pipelines?|prototypes?|infrastructure|research|evaluations?|safety|products?)\b|\bki[- ](?:systeme?|anwendungen|losungen|funktionen|prototypen)\b|(?:systemes?|solutions|fonctionnalites) (?:d'|basees sur l')ia\b|(?:sistemas|soluciones|funcionalidades) de ia\b|(?:sistemi|soluzioni|funzionalita) di (?:ia|ai)\b/,
  artificialIntelligence:
    /\bartificial intelligence\b|kunstliche[rn]? intelligenz|intelligence artificielle|inteligencia artificial|intelligenza artificiale|kunstmatige intelligentie|sztuczn\w+ inteligencj/,
  dataScience:
    /\bdata science\b|\bpredictive (?:analytics|model(?:s|ing|ling)?)\b|\bstatistical model(?:s|ing|ling)?\b/,
}

/** What follows a phrase if it is about somebody else's work, a business, or a certificate. */
export const NOT_THE_WORK =
  /^(?:[\s,/&-]+(?:and|und|et|y|or)?\s*[\p{L}-]+)?[\s/-]+(?:teams?|engineers?|engineering teams?|researchers?|scientists?|specialists?|experts?|colleagues|leaders|practitioners|developers|compan(?:y|ies)|start-?ups?|vendors?|industry|market|sector|space|customers?|clients?|buyers|background|degree|conferences?|roles?|talent|candidates|hiring|courses?|newsletter|podcast|platform is|solution(?:s)? to|ingenieur\w*|teams)\b/iu
