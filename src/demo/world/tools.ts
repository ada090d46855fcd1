import type { CompanyFacts } from '../../meaning/companies/index.ts'
import { fillFromDictionary, type IncomingSignal } from '../../meaning/signals/index.ts'
import type { FieldValue } from '../../meaning/types/index.ts'
import { drawConfidence } from './confidence.ts'
import type { Random } from './random.ts'

interface Tool {
  readonly tool: string
  /** `category`, `vendor` and `ai`, looked up once. */
  readonly dictionaryFields: Readonly<Record<string, FieldValue>>
}

const AI_TOOLS: readonly Tool[] = tools(`OpenAI API, Anthropic API, Azure OpenAI, Amazon Bedrock, Google Gemini,
  Mistral AI, Cohere, ChatGPT Enterprise, Claude, Microsoft Copilot, Perplexity, Glean, Notion AI, GitHub Copilot,
  Cursor, Claude Code, Tabnine, Jasper, Writer, Synthesia, ElevenLabs, Deepgram, Intercom Fin, Ada, Decagon, Zendesk AI,
  11x, Artisan, Clay, Regie.ai, Lavender, Salesforce Agentforce, Gong, Fireflies, Otter, Amazon SageMaker, Vertex AI,
  Hugging Face, Weights & Biases, MLflow, LangChain, LlamaIndex, Pinecone, Weaviate, Qdrant, pgvector`)

const PLAIN_TOOLS: readonly Tool[] =
  tools(`HubSpot CRM, Salesforce Sales Cloud, Pipedrive, Attio, Marketo, Braze, Klaviyo,
  Customer.io, Outreach, Salesloft, Apollo, ZoomInfo, Cognism, 6sense, Chorus, Zendesk, Freshdesk, Intercom, Gainsight,
  Vitally, Google Analytics, Plausible, Amplitude, Mixpanel, PostHog, Segment, Hightouch, Snowflake, BigQuery,
  Databricks, ClickHouse, Fivetran, Airbyte, dbt, Atlan, Tableau, Looker, Power BI, Metabase, PostgreSQL, MongoDB, Vercel,
  Cloudflare, GitLab, Kubernetes, Terraform, Datadog, Sentry, Grafana, Jira, Linear, Notion, Slack, Miro, Shopify, Stripe,
  Adyen, Chargebee, Workday, Personio, Rippling, Greenhouse, Ashby, Okta, Vanta, Snyk, Webflow, Contentful, Figma,
  Zapier, n8n`)

/**
 * The company's nth tool from the list. Each company starts at its own index, and the step is coprime to the list's
 * length, so no tool is repeated before all have been used.
 */
export function nthTool(ai: boolean, start: number, nth: number): Tool {
  const list = ai ? AI_TOOLS : PLAIN_TOOLS
  const tool = list[(start + nth * (ai ? 17 : 29)) % list.length]
  if (!tool) throw new RangeError('there are no tools')
  return tool
}

export function drawTool(
  company: CompanyFacts,
  number: string,
  { tool, dictionaryFields }: Tool,
  occurredAt: number,
  random: Random,
): IncomingSignal {
  const seen = random.chance(0.65)
  const dropped = random.chance(0.06)
  return {
    record: 'signal',
    type: 'tool',
    company: { domain: company.domain },
    source: seen ? 'tag-scanner' : 'job-post-mentions',
    key: `${company.domain}/tools/${number}`,
    occurredAt,
    confidence: seen ? drawConfidence(0.82, 0.98, random) : drawConfidence(0.5, 0.8, random),
    label: `${dropped ? 'Dropped' : 'Adopted'} ${tool}`,
    status: 'active',
    fields: { tool, ...dictionaryFields, change: dropped ? 'dropped' : 'adopted' },
  }
}

function tools(names: string): Tool[] {
  return names.split(/,\s+/).map((tool) => {
    let filled: Tool['dictionaryFields'] | undefined
    return {
      tool,
      // Computed lazily, see `title`.
      get dictionaryFields() {
        filled ??= fieldsOf(tool)
        return filled
      },
    }
  })
}

function fieldsOf(name: string): Tool['dictionaryFields'] {
  const { tool: _, ...dictionaryFields } = fillFromDictionary('tool', { tool: name })
  return dictionaryFields
}
