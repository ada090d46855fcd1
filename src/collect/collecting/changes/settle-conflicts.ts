// Why a planned visit can't be written.

/** Another node has taken the look since. */
export class StaleLooks extends Error {
  readonly held: ReadonlySet<number>

  constructor(held: ReadonlySet<number>) {
    super('another node holds the look now')
    this.held = held
  }
}

/** Another process has changed the company or its looks since this was planned. */
export class OtherState extends Error {}
