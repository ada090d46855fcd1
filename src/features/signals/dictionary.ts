// Fields that follow from words: a job's (job-words.ts), and a tool's, by the catalogue of tools (features/tools). Sources
// leave these fields out more often than not. A value from the source is never overwritten. A field that the words don't
// imply stays absent, because a guess would look like a fact.
//
// `ai` of a tool is true also if its name has an AI word. Whole words are compared, ignoring case and accents.

import { wordsOf } from '../../platform/normalise-text.ts'
import { readTool } from '../tools/index.ts'
import type { FieldValue, SignalType } from './declarations.ts'
import { fillFromJobWords } from './job-words.ts'

/** The AI phrases in a text, normalised, each once, in order of appearance. */
export function aiWordsIn(text: string): string[] {
  const words = wordsOf(text)
  const phrases = new Set<string>()
  for (let at = 0; at < words.length; ) {
    const phrase = longestAt(words, at, AI_PHRASES)
    if (phrase) phrases.add(phrase)
    at += phrase ? phrase.split(' ').length : 1
  }
  return [...phrases]
}

/** The fields with those added that are missing and follow from words. */
export function fillFromDictionary(
  type: SignalType,
  fields: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  if (type === 'tool') return { ...ofTool(textOf(fields.tool)), ...fields }
  const filled = { ...fields }
  if (type === 'hiring') fillFromJobWords(filled)
  return filled
}

function ofTool(name: string): Record<string, FieldValue> {
  const tool = readTool(name)
  return { ...tool, ...(tool.ai !== true && aiWordsIn(name).length > 0 && { ai: true }) }
}

/** The longest phrase of the list that starts at this word. */
function longestAt(
  words: readonly string[],
  at: number,
  phrases: { has(phrase: string): boolean },
): string | undefined {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(' ')
    if (phrases.has(phrase)) return phrase
  }
  return undefined
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Splits a list at its commas. The phrases are normalised like the texts they are compared with. */
function list(phrases: string): string[] {
  return phrases.split(',').map((phrase) => wordsOf(phrase).join(' '))
}

const AI_PHRASES: ReadonlySet<string> = new Set(
  list(`ai, a.i., artificial intelligence, genai, gen ai, generative, agentic, ai agent, ai agents, machine learning,
    ml, mlops, llmops, deep learning, reinforcement learning, neural network, neural networks, llm, llms,
    language model, language models, large language model, large language models, foundation model, foundation models,
    gpt, chatgpt, copilot, openai, anthropic, mistral ai, hugging face, huggingface, langchain, pytorch, tensorflow,
    nlp, natural language processing, computer vision, speech recognition, prompt engineer, prompt engineering,
    retrieval augmented, text to speech, künstliche intelligenz, intelligence artificielle, inteligencia artificial,
    intelligenza artificiale, kunstmatige intelligentie`),
)

const LONGEST_PHRASE = Math.max(...[...AI_PHRASES].map((phrase) => phrase.split(' ').length))
