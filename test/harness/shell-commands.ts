// The shell commands of a Markdown document, as pasted by a reader.

export interface ShellCommand {
  readonly file: string
  readonly line: number
  /** With its comment. A command of several lines is one. */
  readonly text: string
}

/** A file that a document tells its reader to save: "Save this as `NAME`:" and a block. */
export interface SavedFile {
  readonly name: string
  readonly content: string
}

export function readShellCommands(file: string, markdown: string): ShellCommand[] {
  const commands: ShellCommand[] = []
  let block = false
  let open = ''
  let start = 0
  for (const [index, line] of markdown.split('\n').entries()) {
    if (/^ *```/.test(line)) {
      block = !block && /^ *```sh$/.test(line)
      continue
    }
    if (!block) continue
    if (open === '') start = index + 1
    open = open === '' ? line.trim() : `${open}\n${line}`
    if (!isComplete(open)) continue
    if (open !== '') commands.push({ file, line: start, text: open })
    open = ''
  }
  return commands
}

export function readSavedFiles(markdown: string): SavedFile[] {
  const blocks = markdown.matchAll(/Save this as `([\w.-]+)`:\n\n```\w+\n([\s\S]*?)^```/gm)
  return [...blocks].map(([, name = '', content = '']) => ({ name, content }))
}

/** The arguments of every `bin/pro-signal …` in a command. */
export function proSignalArguments({ text }: ShellCommand): string[][] {
  return text
    .split('bin/pro-signal ')
    .slice(1)
    .map((rest) => firstWords(rest.replaceAll('\\\n', ' ')))
}

function isComplete(text: string): boolean {
  return !text.endsWith('\\') && quoteAtEnd(text) === ''
}

/** The quote that is open at the end of a text. Quotes in comments don't count. */
function quoteAtEnd(text: string): string {
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== "'" && character === '\\') at++
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (character === "'" || character === '"') quote = character
    else if (isComment(text, at)) at = endOfLine(text, at)
  }
  return quote
}

const isComment = (text: string, at: number) => text.charAt(at) === '#' && /^\s?$/.test(text.charAt(at - 1))

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Words up to the end of the command: a pipe, a redirection, a closing parenthesis or a comment. */
function firstWords(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
      else word += character
    } else if (character === "'" || character === '"') {
      quote = character
      word ??= ''
    } else if (/[|)>;&\n]/.test(character) || isComment(text, at)) break
    else if (character !== ' ') word = (word ?? '') + character
    else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}
