// Reads a small XML document into elements. Attributes and namespaces are not needed: names keep their prefix.

import { SaxesParser } from 'saxes'
import { VisitFailure } from '../collector.ts'
import { MAX_TEXT } from './read-json.ts'

export interface XmlElement {
  readonly name: string
  /** Of the element itself, without that of its children. */
  text: string
  readonly children: XmlElement[]
}

const MAX_DEPTH = 20
const MAX_ELEMENTS = 500_000

/** Throws a VisitFailure if the text is not one complete document with this root. Custom entities are errors. */
export function readXml(text: string, root: string): XmlElement {
  if (text.length > MAX_TEXT) throw new VisitFailure('too_large', `The feed has more than ${MAX_TEXT} characters`)
  const top: XmlElement = { name: '', text: '', children: [] }
  const open = [top]
  let elements = 0
  const parser = new SaxesParser({ position: false })
  parser.on('error', (error) => {
    throw new VisitFailure('invalid_response', `The feed is not complete XML: ${error.message.slice(0, 100)}`)
  })
  parser.on('opentag', ({ name }) => {
    if (open.length === 1 && name !== root)
      throw new VisitFailure('invalid_response', `The feed is not XML with the root ${root}`)
    if (open.length > MAX_DEPTH || ++elements > MAX_ELEMENTS)
      throw new VisitFailure('invalid_response', 'The feed is too deep')
    const element: XmlElement = { name, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const add = (part: string) => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(text.trimStart()).close()
  return top.children[0] ?? top
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

export function textIn(element: XmlElement | undefined, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text
}
