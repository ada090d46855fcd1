import { createElement, Fragment, type ReactNode } from 'react'

/**
 * A sentence with elements in it, for `texts.ts`: rich`It expires ${time}.` keeps the sentence in one piece, and the
 * component decides what `time` looks like.
 */
export function rich(strings: TemplateStringsArray, ...elements: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...strings.flatMap((string, i) => [string, elements[i]]))
}
