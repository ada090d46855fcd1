// Finds every exported function that takes a text first, by reading the sources. So a new one can't be forgotten: it is
// tried with the texts of texts.ts as soon as it exists.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { packageRoot } from '../../src/platform/config/config.ts'

export interface ReadingFunction {
  /** From the root of the package. */
  readonly file: string
  readonly name: string
  /** It can be called with the text only. */
  readonly takesOnlyText: boolean
}

/** Where text from outside arrives, or is read. The rest works on rows, keys and settings of the operator. */
const FILES = [
  'src/meaning/{companies,descriptions,facts,places,signals,titles,tools}/**/*.ts',
  'src/{account/lists,api/mcp,api/slices,collect/collectors,deliver,ingest,outbound,query,search}/**/*.ts',
  'src/{platform,http,settings-contract}/**/*.ts',
]

/** The name of a foreign JSON value before it is read. */
const TEXT_TYPES: ReadonlySet<string | undefined> = new Set(['TSStringKeyword', 'TSUnknownKeyword'])

interface Parameter {
  readonly type: string
  readonly optional?: boolean
  readonly left?: Parameter
  readonly typeAnnotation?: { readonly typeAnnotation: { readonly type: string } }
}

interface Declared {
  readonly type: string
  readonly id: { readonly name: string }
  readonly params: readonly Parameter[]
  readonly body?: unknown
}

export function readingFunctions(): ReadingFunction[] {
  const files = globSync(FILES, { cwd: packageRoot }).filter((file) => !file.endsWith('.test.ts'))
  return files.sort().flatMap((file) =>
    exportedFunctions(file).flatMap(({ id, params: [first, ...others] }) => {
      if (!first || !TEXT_TYPES.has(typeOf(first))) return []
      return [{ file, name: id.name, takesOnlyText: others.every(isOptional) }]
    }),
  )
}

function exportedFunctions(file: string): Declared[] {
  const { program } = parseSync(file, readFileSync(join(packageRoot, file), 'utf8'))
  return program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
    return declaration?.type === 'FunctionDeclaration' ? [declaration as unknown as Declared] : []
  })
}

function typeOf(parameter: Parameter): string | undefined {
  return (parameter.left ?? parameter).typeAnnotation?.typeAnnotation.type
}

function isOptional({ type, optional }: Parameter): boolean {
  return optional === true || type === 'AssignmentPattern' || type === 'RestElement'
}
