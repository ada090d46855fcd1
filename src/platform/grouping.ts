/**
 * Asks for many things at once where many callers ask for one each. While as many questions are under way as are allowed,
 * what comes is gathered, and goes together as soon as one of them is back: nobody waits for company, and the busier it
 * is, the larger the groups. A group that fails is asked one by one, unless `failsAlike` says that it is not worth it.
 */
export class Grouping<Item, Answer> {
  readonly #ask: (items: Item[]) => Promise<Answer[]>
  readonly #options: GroupingOptions
  #waiting: Waiting<Item, Answer>[] = []
  #underWay = 0

  constructor(ask: (items: Item[]) => Promise<Answer[]>, options: GroupingOptions) {
    this.#ask = ask
    this.#options = options
  }

  ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#go()
    })
  }

  #go(): void {
    const { atOnce, most } = this.#options
    while (this.#underWay < atOnce && this.#waiting.length > 0) {
      this.#underWay++
      void this.#settle(this.#waiting.splice(0, most)).finally(() => {
        this.#underWay--
        this.#go()
      })
    }
  }

  async #settle(group: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#ask(group.map(({ item }) => item))
      for (const [i, { resolve }] of group.entries()) resolve(answers[i] as Answer)
    } catch (error) {
      if (group.length === 1 || this.#options.failsAlike(error)) {
        for (const { reject } of group) reject(error)
        return
      }
      for (const one of group) await this.#settle([one])
    }
  }
}

export interface GroupingOptions {
  /** How many questions may be under way. */
  readonly atOnce: number
  /** How many go in one. */
  readonly most: number
  /** Whether a failure concerns all of a group, or may be the fault of one. */
  readonly failsAlike: (error: unknown) => boolean
}

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}
