// A collection for Postman, Bruno and other clients that import it, generated from openapi.json: every operation with its
// example. The search stores the first company's id, and the dossier asks for it.

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly required?: boolean
    readonly example?: unknown
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: unknown }>> }
}

interface Description {
  readonly info: { readonly title: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const REMEMBER_COMPANY = [
  'const [company] = pm.response.json().companies',
  "if (company) pm.collectionVariables.set('companyId', company.id)",
]

export function postmanCollection(openapi: string): Record<string, Buffer> {
  const { info, paths } = JSON.parse(openapi) as Description
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => itemOf(path, method.toUpperCase(), operation)),
  )
  const collection = {
    info: {
      name: info.title,
      // A path alone leads nowhere in an imported collection.
      description: info.description.replaceAll('](/', ']({{baseUrl}}/'),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
      { key: 'apiKey', value: '' },
      { key: 'companyId', value: '' },
    ],
    item: operations,
  }
  return {
    'examples/postman/pro-signal.postman_collection.json': Buffer.from(`${JSON.stringify(collection, null, 2)}\n`),
  }
}

function itemOf(
  path: string,
  method: string,
  { operationId, summary, description, parameters = [], requestBody }: Operation,
) {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example, required }) => ({
      key: name,
      value: String(example ?? ''),
      disabled: !required && name !== 'countries',
    }))
  const segments = path.replace('{id}', '{{companyId}}').slice(1).split('/')
  const enabled = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  const raw = `{{baseUrl}}/${segments.join('/')}${enabled.length > 0 ? `?${enabled.join('&')}` : ''}`
  const body = requestBody?.content['application/json']?.example
  return {
    name: summary,
    ...(operationId === 'searchCompanies' && {
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: REMEMBER_COMPANY } }],
    }),
    request: {
      method,
      description,
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
      url: { raw, host: ['{{baseUrl}}'], path: segments, ...(query.length > 0 && { query }) },
    },
  }
}
