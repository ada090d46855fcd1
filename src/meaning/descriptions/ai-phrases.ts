// Technical phrases of work on AI, by what they are about: phrases for one thing count once. Texts are folded, so the phrases
// are without accents and in lower case. A part of a word that may vary has a length, so that a search takes linear time.

/** Employers that write these build, train, evaluate or run it. */
export const STRONG: Readonly<Record<string, RegExp>> = {
  languageModels:
    /\bllms?\b|\b(?:large )?language models?\b|\bfoundation models?\b|\bsprachmodelle?n?\b|modeles? de langage|modelos? de (?:lenguaje|linguagem)|modelli linguistici|\btaalmodellen\b|model\w{0,20} jezykow/g,
  machineLearning:
    /\bmachine[- ]learning\b|\bml (?:models?|pipelines?|systems?|infrastructure|platform|algorithms?|workloads?|code)\b|maschinelle[sn]? lernen|apprentissage (?:automatique|machine|statistique)|aprendizaje automatico|aprendizado de maquina|apprendimento automatico|uczeni[ea] maszynow/g,
  deepLearning:
    /\bdeep[- ]learning\b|\bneural net(?:work)?s?\b|\btransformer (?:models?|architectures?)\b|\bdiffusion models?\b|neuronale[nr]? netz|reseaux? de neurones|apprentissage profond|redes? neuronales|redes neurais|aprendizaje profundo|reti neurali|neurale netwerken|sieci neuronow/g,
  retrieval:
    /\bretrieval[- ]augmented\b|\brag (?:pipelines?|systems?|architectures?|applications?|workflows?|solutions?)\b|\bvector (?:search|stores?|databases?|indexe?s?)\b|\bembeddings\b|\bembedding models?\b|vektordatenbank|bases? (?:de donnees )?vectorielle/g,
  prompts:
    /\bprompt (?:engineering|design|templates?|chains?|libraries|library|optimi[sz]ation|evaluation)\b|\b(?:design|write|test|tune|optimi[sz]e|version|maintain)\w{0,20} (?:and \w{1,20} )?prompts\b|prompts (?:entwerfen|entwickeln|optimieren)/g,
  agents:
    /\b(?:ai|llm|autonomous|multi|conversational|ai voice)[- ]agents?\b|\bagentic\b|\bki[- ]agenten\b|agents? (?:ia|conversationnels?)\b|agentes? (?:de )?ia\b|agenti (?:di )?(?:ia|ai)\b|\bai-agenten\b|agent\w{0,20} ai\b/g,
  tuning:
    /\bfine[- ]?tun\w{0,20} (?:[\p{L}-]{1,30} ){0,3}(?:models?|llms?|networks?|modelle?n?)\b|\bmodel fine[- ]?tuning\b|\brlhf\b|\breinforcement learning\b|\bmodel distillation\b|\blora adapters?\b|feinabstimmung|bestarkende[sn]? lernen|apprentissage par renforcement|aprendizaje por refuerzo/gu,
  models:
    /\b(?:train|retrain|training|deploy|evaluat|serv|monitor|build|develop|optimi[sz])\w{0,20} (?:and \w{1,20} |, \w{1,20} and \w{1,20} )?(?:[\p{L}-]{1,30} ){0,2}(?:ml|ai|predictive|deep|vision|speech|ranking|recommendation|classification|forecasting|scoring|propensity|churn|pricing|detection) models?\b|\bmodel (?:training|inference|serving|evaluation|drift|monitoring|deployment|quantization)\b|\bki[- ]modelle?n?\b|modeles? (?:d'ia|predictifs?)|modelos? (?:de ia|predictivos?|preditivos?)|modelli (?:di ia|predittivi)|\bai-modellen\b|modele? (?:ai|predykcyjn)/gu,
  vision:
    /\bcomputer vision\b|\b(?:object|defect|anomaly) detection (?:models?|networks?|algorithms?)\b|\bimage (?:classification|segmentation|recognition)\b|bilderkennung|vision par ordinateur|vision (?:artificial|por computador\w{0,20})|visao computacional|visione artificiale|beeldherkenning|wizj\w{1,20} komputerow/g,
  language:
    /\bnatural language (?:processing|understanding|generation)\b|\bnlp\b|\bspeech (?:recognition|synthesis)\b|\btext[- ]to[- ]speech\b|\bnamed entity recognition\b|spracherkennung|traitement (?:automatique )?du langage|procesamiento de(?:l)? lenguaje|processamento de linguagem|elaborazione del linguaggio|przetwarzani\w{1,20} jezyka/g,
  recommenders:
    /\brecommend(?:er|ation) (?:systems?|engines?|models?|algorithms?)\b|\blearning[- ]to[- ]rank\b|empfehlungssystem|systemes? de recommandation|sistemas? de recomendaci/g,
  operations:
    /\bmlops\b|\bllmops\b|\bfeature stores?\b|\bmodel registr(?:y|ies)\b|\bgpu clusters?\b|\binference (?:servers?|stack|latency|infrastructure)\b/g,
  frameworks:
    /\bpytorch\b|\btensorflow\b|\bkeras\b|\bjax\b|\bscikit[- ]learn\b|\bhugging ?face\b|\blangchain\b|\blanggraph\b|\bllama ?index\b|\bvllm\b|\bxgboost\b|\bmlflow\b|\bkubeflow\b|\bsagemaker\b|\bvertex ai\b|\bopenai(?:'s)? api\b|\bgpt-?\d|\bclaude api\b|\banthropic(?:'s)? api\b|\bamazon bedrock\b|\bopencv\b/g,
}

/** Any employer may write these: they count only next to a strong one. */
export const WEAK: Readonly<Record<string, RegExp>> = {
  generative:
    /\bgen(?:erative)?[- ]?ai\b|\bgenerative ki\b|ia generative|ia generativa|generatieve ai|generatywn\w{1,20} ai/g,
  aiThings:
    /\bai (?:models?|features?|systems?|applications?|algorithms?|pipelines?|prototypes?|infrastructure|research|evaluations?|safety|products?)\b|\bki[- ](?:systeme?|anwendungen|losungen|funktionen|prototypen)\b|(?:systemes?|solutions|fonctionnalites) (?:d'|basees sur l')ia\b|(?:sistemas|soluciones|funcionalidades) de ia\b|(?:sistemi|soluzioni|funzionalita) di (?:ia|ai)\b/g,
  artificialIntelligence:
    /\bartificial intelligence\b|kunstliche[rn]? intelligenz|intelligence artificielle|inteligencia artificial|intelligenza artificiale|kunstmatige intelligentie|sztuczn\w{1,20} inteligencj/g,
  dataScience:
    /\bdata science\b|\bpredictive (?:analytics|model(?:s|ing|ling)?)\b|\bstatistical model(?:s|ing|ling)?\b/g,
}

/** Follows a phrase about other people's work, a business, or a certificate. */
export const NOT_THE_WORK =
  /^(?:[\s,/&-]{1,5}(?:(?:and|und|et|y|or)\s{1,3})?\p{L}{1,30}(?:-\p{L}{1,30}){0,3})?[\s/-]{1,5}(?:teams?|engineers?|engineering teams?|researchers?|scientists?|specialists?|experts?|colleagues|leaders|practitioners|developers|compan(?:y|ies)|start-?ups?|vendors?|industry|market|sector|space|customers?|clients?|buyers|background|degree|conferences?|roles?|talent|candidates|hiring|courses?|newsletter|podcast|platform is|solution(?:s)? to|ingenieur\w{0,20}|teams)\b/iu
