// Which section of a page a block is in, by the headings and introductions above it.

import { type Line, TITLE_LEVEL } from './page-blocks.ts'
import { introducedKind, type SectionKind, saysSubprocessors, sectionKind } from './section-words.ts'
import { type NamedTool, readVendor } from './vendor-names.ts'

/** What was read of one row or line. */
export interface Found {
  readonly name: string
  readonly tools: readonly NamedTool[]
  readonly purpose: string
  readonly addedOn?: string | undefined
  /** It is no longer used. Without a day it is left out. */
  readonly removedOn?: string | undefined
  readonly optional: boolean
  /** From a history of changes, not the list. */
  readonly isChange: boolean
  /** A table or list of subprocessors by its own words, whether or not the name is known. */
  readonly isSure: boolean
  readonly evidence: string
}

const MAX_TITLE_WORDS = 14
const ANNOUNCES =
  /[:：]$|\b(?:following|below|folgende\w{0,1}|nachstehend\w{0,2}|suivants?|ci[ -]dessous|siguientes?|seguenti|volgende|seguintes?|foljande|nastepujac\w{1,3}|ponizej)\b/i

export class Sections {
  readonly #isSubprocessorPage: boolean
  readonly #open: { readonly level: number; readonly kind: SectionKind | undefined }[] = []
  /** What the paragraph before a table or list says. */
  #introduced: SectionKind | undefined

  constructor(isSubprocessorPage: boolean) {
    this.#isSubprocessorPage = isSubprocessorPage
  }

  /** Undefined: no sign that vendors are listed here. */
  get kind(): SectionKind | undefined {
    return this.#introduced ?? this.#open.at(-1)?.kind ?? (this.#isSubprocessorPage ? 'listed' : undefined)
  }

  /** Returns the enclosing section. A heading that names a vendor doesn't leave its section. */
  enter({ level, text }: { readonly level: number; readonly text: string }): SectionKind | undefined {
    this.#introduced = undefined
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop()
    const above = this.kind
    // The title covers the whole page: "Subprocessors and updates" is not a history of changes.
    const said = level === 1 && saysSubprocessors(text) ? 'listed' : sectionKind(text)
    const kind = (readVendor(text)?.tools.length ?? 0) > 0 ? above : within(above, said)
    this.#open.push({ level, kind })
    return kind
  }

  /** A line in the place of a heading or an introduction. */
  introduce(line: Line): boolean {
    const words = line.text.split(' ').length
    const isTitle = words <= MAX_TITLE_WORDS && (line.strong === line.text || line.tag === 'summary')
    if (isTitle && sectionKind(line.text) !== undefined) {
      this.enter({ level: TITLE_LEVEL, text: line.text })
      return true
    }
    if (line.tag !== 'text' || !ANNOUNCES.test(line.text)) return false
    const said = introducedKind(line.text)
    if (said !== undefined) this.#introduced = within(this.#open.at(-1)?.kind, said)
    return false
  }

  endIntroduction(): void {
    this.#introduced = undefined
  }
}

/** Not in use also applies to the subsections. */
function within(above: SectionKind | undefined, said: SectionKind | undefined): SectionKind | undefined {
  if (said === undefined) return above
  const isOut = above === 'removed' || above === 'planned' || above === 'other'
  return isOut && (said === 'optional' || said === 'changes') ? above : said
}
