import { nameWords, registrableDomain } from '../../../meaning/companies/index.ts'
import { wordText } from './section-words.ts'

/** The names of the company itself: its affiliates and its own products don't count as tools that it uses. */
export class OwnNames {
  readonly #names: ReadonlySet<string>

  constructor({
    name,
    domain,
    aliases,
  }: { readonly name: string; readonly domain: string; readonly aliases: readonly string[] }) {
    const labels = [domain, ...aliases].map((each) => registrableDomain(each).split('.', 1)[0]?.replaceAll('-', ''))
    this.#names = new Set(
      [nameWords(name).join(''), ...labels].filter((each) => each !== undefined && each.length > 1) as string[],
    )
  }

  /** "Acme UK Ltd" is Acme's, "Acmeworks" is not. */
  has(text: string): boolean {
    const words = nameWords(text)
    return words.some((_, i) => this.#names.has(words.slice(0, i + 1).join('')))
  }
}

const AI_PURPOSE =
  /\b(?:ai|a i|artificial intelligence|llms?|large language models?|language models?|machine learning|generative|genai|gpt|chatbots?|inference|embeddings?|copilot|ki|kunstliche\w{0,2} intelligenz|sprachmodell\w{0,2}|ia|intelligence artificielle|inteligencia artificial|intelligenza artificiale|kunstmatige intelligentie|modeles? de langage|taalmodel\w{0,4}|sztuczn\w{1,2} inteligencj\w{1,2})\b/

/** Whether a vendor's task is AI: models, assistants, inference. */
export function isAiPurpose(purpose: string): boolean {
  return AI_PURPOSE.test(wordText(purpose))
}
