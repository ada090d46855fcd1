import { phraseList } from '../../platform/text/phrases.ts'

/** Words about AI in the name of a tool or a company. */
export const AI_PHRASES: ReadonlySet<string> = new Set(
  phraseList(`ai, a.i., artificial intelligence, genai, gen ai, generative, agentic, ai agent, ai agents, machine learning,
    ml, mlops, llmops, deep learning, reinforcement learning, neural network, neural networks, llm, llms,
    language model, language models, large language model, large language models, foundation model, foundation models,
    gpt, chatgpt, copilot, openai, anthropic, mistral ai, hugging face, huggingface, langchain, pytorch, tensorflow,
    nlp, natural language processing, computer vision, speech recognition, prompt engineer, prompt engineering,
    retrieval augmented, text to speech, künstliche intelligenz, intelligence artificielle, inteligencia artificial,
    intelligenza artificiale, kunstmatige intelligentie`),
)
