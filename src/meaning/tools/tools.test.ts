import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { beforeEachTest, cleanup } from '../../../test/harness/cleanup.ts'
import fc from '../../../test/harness/fast-check.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { AppError } from '../../platform/app-error.ts'
import { equalityKey } from '../../platform/text/normalise-text.ts'
import { checkConsistency, checkToolList, nameKey } from './catalogue-format.ts'
import {
  categoriesOfTool,
  loadToolsFile,
  mainCategoriesOf,
  readTool,
  readToolsFile,
  shippedTools,
  toolIdentity,
  toolNameKeys,
} from './index.ts'

beforeEachTest(() => loadToolsFile(undefined))
cleanup(() => loadToolsFile(undefined))

const { families, products } = shippedTools().list

test('the catalogue has at least 250 products, and no name means two of them', () => {
  assert.ok(products.length >= 250)
  checkToolList(shippedTools().list, 'catalogue.json')
  checkConsistency(shippedTools().list, 'catalogue.json')
})

test('every name of a product is read as that product, every name of a family as the family', () => {
  for (const { product, name, family, vendor, category, ai, aliases = [] } of products) {
    for (const text of [name, product, ...aliases, name.toUpperCase(), `${vendor} ${name}`]) {
      assert.deepEqual(readTool(text), { product, family, vendor, category, ai }, text)
    }
  }
  for (const { family, name, aliases = [] } of families) {
    for (const text of [name, family, ...aliases]) {
      const read = readTool(text)
      assert.deepEqual([read.family, read.product, read.category], [family, undefined, undefined], text)
    }
  }
})

test('a product of the AI categories is an AI tool', () => {
  const categories = ['llm', 'ai_framework', 'vector_database', 'ml_platform']
  for (const { product, category, ai } of products) {
    if (categories.includes(category) || category.startsWith('ai_')) assert.equal(ai, true, product)
  }
  const all = new Set(products.map(({ category }) => category))
  for (const category of all) assert.match(category, /^[a-z]+(_[a-z]+)*$/)
  for (const category of categories) assert.ok(all.has(category))
})

test('"HubSpot CRM" is HubSpot', () => {
  assert.equal(readTool('HubSpot CRM').product, 'hubspot_crm')
  for (const text of ['HubSpot CRM', 'hubspot-crm', 'Hub Spot CRM', 'HubSpot', 'HubSpot Marketing Hub Enterprise']) {
    assert.equal(readTool(text).family, 'hubspot', text)
  }
})

test('name: salesforce covers Sales Cloud, Service Cloud, Agentforce, Pardot; Slack, Tableau and Heroku share only the vendor', () => {
  const [key] = toolNameKeys('Salesforce')
  for (const text of ['Sales Cloud', 'Salesforce Service Cloud', 'Agentforce', 'Pardot', 'SFDC', 'Salesforce']) {
    const { family, vendor } = readTool(text)
    assert.deepEqual([family, vendor], [key, 'Salesforce'], text)
  }
  for (const text of ['Slack', 'Tableau', 'Heroku']) {
    const { family, vendor } = readTool(text)
    assert.deepEqual([family, vendor], [text.toLowerCase(), 'Salesforce'])
  }
})

test('a report at family level meets no product clause and has no category', () => {
  for (const text of ['HubSpot', 'Salesforce', 'SFDC', 'HubSpot Forms', 'Stripe Atlas', 'Dynamics 365']) {
    const read = readTool(text)
    assert.ok(read.family !== undefined && read.vendor !== undefined, text)
    assert.deepEqual([read.product, read.category], [undefined, undefined], text)
  }
})

test('a name of a family stands for the categories of its main products', () => {
  const categories = (text: string) => mainCategoriesOf(readTool(text).family ?? '')
  assert.deepEqual(categories('Salesforce'), ['crm'])
  assert.deepEqual(categories('Hub Spot'), ['crm', 'marketing_automation'])
  assert.deepEqual(categories('Adobe Experience Cloud'), [], 'for too many things')
  assert.deepEqual(categories('Slack'), [], 'a product has a category of its own')
  const [northwind] = checkToolList(
    { families: [{ family: 'northwind', name: 'Northwind', vendor: 'Northwind', mainCategories: ['crm'] }] },
    'test',
  ).families
  assert.throws(
    () => checkConsistency({ families: [northwind as never], products: [] }, 'test'),
    /northwind has no product of the category crm/,
  )
  assert.throws(
    () => checkToolList({ families: [{ ...northwind, mainCategories: ['CRM'] }] }, 'test'),
    /mainCategories\[0\] must be lower-case words/,
  )
})

test('separate products of one maker stay separate', () => {
  assert.deepEqual([readTool('ChatGPT Enterprise').category, readTool('OpenAI API').category], ['ai_assistant', 'llm'])
  assert.notEqual(readTool('Google Workspace').family, readTool('Google Cloud').family)
  assert.notEqual(readTool('Apollo').product, readTool('Apollo GraphQL').product)
})

const spellings: [text: string, product: string | undefined, family: string | undefined][] = [
  ['Atlassian Jira Cloud', 'jira', 'jira'],
  ['Marketo (Adobe)', 'marketo', 'marketo'],
  ['Marketo by Adobe', 'marketo', 'marketo'],
  ['Notion Enterprise', 'notion', 'notion'],
  ['Pipedrive CRM', 'pipedrive', 'pipedrive'],
  ['Lever ATS', 'lever', 'lever'],
  ['gong.io', 'gong', 'gong'],
  ['PowerBI', 'power_bi', 'power_platform'],
  ['k8s', 'kubernetes', 'kubernetes'],
  ['GA4', 'google_analytics', 'google_analytics'],
  ['Front Row', undefined, undefined],
  ['Front Desk', undefined, undefined],
  ['Front Helpdesk', 'front', 'front'],
  ['Linear Regression', undefined, undefined],
  ['Customer Segment Builder', undefined, undefined],
  ['Apollo Guidance Computer', undefined, undefined],
  ['Spark Plug', undefined, undefined],
  ['Northwind Writer', undefined, undefined],
  ['', undefined, undefined],
  ['— !', undefined, undefined],
]
for (const [text, product, family] of spellings) {
  test(`the tool "${text}" is ${product ?? 'unknown'}`, () => {
    const read = readTool(text)
    assert.deepEqual([read.product, read.family], [product, family])
  })
}

test('the name of a vendor of several families gives only the vendor', () => {
  assert.deepEqual(readTool('Atlassian'), { vendor: 'Atlassian' })
  assert.deepEqual(readTool('Strategy'), {}, 'a vendor of one family may be an everyday word')
})

test('a product has one category, a family those of its main products', () => {
  assert.deepEqual(categoriesOfTool('Pipedrive'), ['crm'])
  assert.deepEqual(categoriesOfTool('HubSpot CRM'), ['crm'])
  assert.deepEqual(categoriesOfTool('GitHub'), ['source_control'], 'a product that bears the name of its family')
  assert.deepEqual(categoriesOfTool('HubSpot'), ['crm', 'marketing_automation'])
  assert.deepEqual(categoriesOfTool('Northwind Suite'), [])
})

test('two names of one tool are the same tool', () => {
  assert.equal(toolIdentity('Hub Spot'), toolIdentity('HubSpot'))
  assert.equal(toolIdentity('k8s'), toolIdentity('Kubernetes'))
  assert.notEqual(toolIdentity('HubSpot'), toolIdentity('HubSpot CRM'))
  assert.notEqual(toolIdentity('HubSpot Forms'), toolIdentity('HubSpot'))
})

test('a name in a query stands for its family or product, and always for itself', () => {
  assert.deepEqual(toolNameKeys('Hub Spot'), ['hubspot', 'hub spot'])
  assert.deepEqual(toolNameKeys('HubSpot CRM'), ['hubspot crm'])
  assert.deepEqual(toolNameKeys('sfdc'), ['salesforce', 'sfdc'])
  assert.deepEqual(toolNameKeys('HubSpot Forms'), ['hubspot forms'], 'other words do not widen it to the family')
  assert.deepEqual(toolNameKeys('Northwind C++'), ['northwind c++'])
  assert.deepEqual(toolNameKeys('OpenAI'), ['openai'], 'the family, although the text is read as the API')
})

test('the keys of a name resolve to themselves, so that a printed query means the same', () => {
  const names = [
    ...products.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
    ...families.map(({ name }) => name),
  ]
  for (const name of names) {
    const keys = toolNameKeys(name)
    assert.deepEqual(new Set(keys.flatMap(toolNameKeys)), new Set(keys), name)
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const keys = toolNameKeys(text)
      assert.ok(keys.includes(equalityKey(text)))
      assert.deepEqual(new Set(keys.flatMap(toolNameKeys)), new Set(keys))
    }),
  )
})

test('a tool that a query finds by its own name has that name in the catalogue', () => {
  // Name, product and family are compared alike, so a name must not mean one tool as a text and another as a slug.
  for (const slug of products.flatMap(({ product, family }) => [product, family])) {
    const read = readTool(slug)
    assert.ok(read.product === slug || read.family === slug, slug)
  }
})

function toolsFile(value: unknown): string {
  const file = join(temporaryFolder(), 'tools.json')
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

const NORTHWIND = {
  product: 'northwind_crm',
  name: 'Northwind CRM',
  family: 'northwind',
  vendor: 'Northwind',
  category: 'crm',
  ai: false,
}

test("an operator's file adds products and replaces those with the same slug", () => {
  assert.deepEqual(readTool('NW-CRM'), {})
  const shipped = products.find(({ product }) => product === 'pipedrive')
  loadToolsFile(
    toolsFile({
      families: [{ family: 'northwind', name: 'Northwind', vendor: 'Northwind' }],
      products: [
        { ...NORTHWIND, aliases: ['NW CRM'] },
        { ...shipped, category: 'deal_rooms' },
      ],
    }),
  )
  assert.equal(readTool('NW-CRM').product, 'northwind_crm')
  assert.deepEqual(readTool('Northwind'), { family: 'northwind', vendor: 'Northwind', ai: false })
  assert.equal(readTool('Pipedrive').category, 'deal_rooms')
  assert.equal(readTool('HubSpot CRM').product, 'hubspot_crm', 'what ships stays')
})

const wrongFiles: [string, unknown, RegExp][] = [
  ['no JSON', '{ "products": [', /is not valid JSON/],
  ['no object', [], /must be a JSON object with the lists "families" and "products"/],
  ['no list', { products: {} }, /products must be a list/],
  ['an unknown key', { products: [{ ...NORTHWIND, alias: 'x' }] }, /products\[0\] has the unknown key "alias"/],
  [
    'a bad slug',
    { products: [{ ...NORTHWIND, product: 'Northwind CRM' }] },
    /products\[0\]\.product must be lower-case/,
  ],
  ['no ai', { products: [{ ...NORTHWIND, ai: 'no' }] }, /products\[0\]\.ai must be true or false/],
  ['an empty alias', { products: [{ ...NORTHWIND, aliases: ['!'] }] }, /products\[0\]\.aliases\[0\] must be a text/],
  ['bad hosts', { products: [{ ...NORTHWIND, hosts: { site: [] } }] }, /hosts has the unknown key "site"/],
  [
    'a taken name',
    { products: [{ ...NORTHWIND, aliases: ['Hub-Spot'] }] },
    /"hubspot" names both hubspot and northwind_crm/,
  ],
  ['a product listed twice', { products: [NORTHWIND, NORTHWIND] }, /northwind_crm is listed twice/],
  [
    'another vendor than its family',
    { products: [{ ...NORTHWIND, family: 'hubspot' }] },
    /northwind_crm has the vendor Northwind, but its family hubspot has HubSpot/,
  ],
  [
    'a product as family',
    { products: [{ ...NORTHWIND, family: 'hubspot_crm', vendor: 'HubSpot' }] },
    /the family hubspot_crm, which is a product of the family hubspot/,
  ],
  [
    'a family that names something else',
    { products: [{ ...NORTHWIND, family: 'sfdc' }] },
    /the family sfdc, but "sfdc" names salesforce/,
  ],
]
for (const [what, value, expected] of wrongFiles) {
  test(`TOOLS_FILE with ${what} is an error that explains it`, () => {
    const file = toolsFile(value)
    assert.throws(
      () => readToolsFile(file),
      (error) => error instanceof AppError && expected.test(error.message) && error.message.includes(file),
    )
  })
}

test('a missing TOOLS_FILE is an error that names it', () => {
  assert.throws(() => loadToolsFile('/nowhere/tools.json'), /TOOLS_FILE \/nowhere\/tools\.json can't be read/)
})

test('names are compared without case, accents, spaces and signs', () => {
  assert.equal(nameKey('Hub-Spot CRM'), nameKey('hubspot crm'))
  assert.equal(readTool('HÜBSPOT').family, 'hubspot')
})
