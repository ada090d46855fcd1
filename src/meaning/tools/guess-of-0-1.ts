// What version 0.1 filled in for a tool, frozen. A stored value that equals it counts as guessed, not as stated by the
// source, and is filled in anew.

import { wordsOf } from '../../platform/text/normalise-text.ts'
import { longestPhraseAt, phraseList } from '../../platform/text/phrases.ts'
import { AI_PHRASES } from './ai-phrases.ts'

export interface OldGuess {
  readonly category?: string
  readonly vendor?: string
  readonly ai?: boolean
}

export function guessOf01(name: string): OldGuess {
  const known = toolOf(wordsOf(name))
  const ai = wordsOf(name).some((_, at, words) => longestPhraseAt(words, at, AI_PHRASES) !== undefined)
  if (!known) return ai ? { ai } : {}
  return { category: known.category, vendor: known.vendor, ai: known.ai || ai }
}

function toolOf(words: readonly string[]): Tool | undefined {
  for (let vendorWords = 0; vendorWords < words.length; vendorWords++) {
    const name = longestPhraseAt(words, vendorWords, TOOL_OF_NAME)
    const tool = name === undefined ? undefined : TOOL_OF_NAME.get(name)
    if (!name || !tool || (ORDINARY_WORDS.has(name) && name !== words.slice(vendorWords).join(' '))) continue
    if (vendorWords === 0 || wordsOf(tool.vendor).join(' ') === words.slice(0, vendorWords).join(' ')) return tool
  }
  return undefined
}

/** Tools whose name is an everyday word: recognised only if nothing follows the name. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  phraseList(`ada, artisan, census, chroma, clay, close, coalesce, copper, crisp, cursor, drift, einstein, fathom, fin, front,
    heap, instantly, lavender, lever, linear, make, otter, outreach, runway, segment, sierra, stitch, writer, zoom`),
)

interface Tool {
  readonly category: string
  readonly vendor: string
  readonly ai: boolean
}

/** By category: the tool's name, its vendor in brackets if the name differs, and other names after "=". */
const TOOLS: Readonly<Record<string, string>> = {
  crm: `HubSpot = HubSpot CRM, Salesforce = Salesforce Sales Cloud = Sales Cloud, Pipedrive, Attio, Close, Copper,
    Zoho CRM (Zoho), Microsoft Dynamics 365 (Microsoft) = Dynamics 365`,
  marketing_automation: `Marketo (Adobe) = Marketo Engage, Pardot (Salesforce), Braze, Klaviyo, Mailchimp (Intuit),
    ActiveCampaign, Customer.io, Iterable, HubSpot Marketing Hub (HubSpot)`,
  sales_engagement: 'Outreach, Salesloft, Apollo = Apollo.io, Lemlist, Instantly, Reply.io',
  sales_intelligence: `ZoomInfo, Clearbit (HubSpot), Cognism, Lusha, 6sense, Demandbase,
    LinkedIn Sales Navigator (LinkedIn)`,
  conversation_intelligence: 'Chorus (ZoomInfo), Clari',
  customer_support: `Zendesk, Freshdesk (Freshworks), Intercom, Front, Help Scout, Gorgias,
    Salesforce Service Cloud (Salesforce)`,
  customer_success: 'Gainsight, ChurnZero, Vitally, Planhat',
  live_chat: 'Drift (Salesloft), LiveChat, Crisp, Tawk.to',
  web_analytics: `Google Analytics (Google) = GA4, Plausible, Matomo, Hotjar (Contentsquare),
    Google Tag Manager (Google)`,
  product_analytics: 'Amplitude, Mixpanel, PostHog, Heap (Contentsquare), Pendo, FullStory',
  customer_data_platform: 'Segment (Twilio) = Twilio Segment, RudderStack, mParticle, Hightouch, Census (Fivetran)',
  data_warehouse: `Snowflake, BigQuery (Google) = Google BigQuery, Amazon Redshift (Amazon) = Redshift = AWS Redshift,
    Databricks, ClickHouse, Azure Synapse (Microsoft), Microsoft Fabric (Microsoft)`,
  data_pipeline: `Fivetran, Airbyte, Stitch (Talend), Apache Airflow (Apache) = Airflow, Apache Kafka (Apache) = Kafka,
    Confluent, Dagster`,
  data_transformation: 'dbt (dbt Labs) = dbt Cloud, Matillion, Coalesce',
  data_catalog: 'Alation, Collibra, Atlan',
  business_intelligence: `Tableau (Salesforce), Looker (Google), Power BI (Microsoft) = Microsoft Power BI, Metabase,
    Sigma Computing, ThoughtSpot, Qlik`,
  database: 'PostgreSQL = Postgres, MySQL (Oracle), MongoDB, Redis, Elasticsearch (Elastic), DynamoDB (Amazon)',
  cloud: `Amazon Web Services (Amazon) = AWS, Google Cloud (Google) = GCP, Microsoft Azure (Microsoft) = Azure, Vercel,
    Netlify, Cloudflare, Heroku (Salesforce)`,
  source_control: 'GitHub (Microsoft), GitLab, Bitbucket (Atlassian)',
  devops: 'Docker, Kubernetes, Terraform (HashiCorp), Jenkins, CircleCI',
  observability: 'Datadog, New Relic, Sentry, Grafana, Splunk (Cisco), PagerDuty',
  project_management: 'Jira (Atlassian), Asana, Linear, monday.com, Trello (Atlassian), ClickUp',
  collaboration: `Slack (Salesforce), Notion, Confluence (Atlassian), Microsoft Teams (Microsoft), Zoom, Miro,
    Google Workspace (Google), Airtable`,
  ecommerce: 'Shopify, WooCommerce (Automattic), Magento (Adobe) = Adobe Commerce, BigCommerce',
  payments: 'Stripe, Adyen, PayPal, Braintree (PayPal), Chargebee, Recurly',
  hr: 'Workday, BambooHR, Rippling, Personio, HiBob, Gusto, Deel',
  applicant_tracking: 'Greenhouse, Lever, Ashby, Workable, SmartRecruiters, Teamtailor',
  identity: 'Okta, Auth0 (Okta), Microsoft Entra ID (Microsoft) = Azure Active Directory, 1Password',
  security: 'CrowdStrike, Snyk, Wiz, Vanta, Drata',
  cms: 'WordPress, Webflow, Contentful, Sanity, Framer',
  design: 'Figma, Canva, Adobe Creative Cloud (Adobe)',
  automation: 'Zapier, Make, n8n, Workato',
}

const AI_TOOLS: Readonly<Record<string, string>> = {
  llm: `OpenAI API (OpenAI) = OpenAI, Anthropic API (Anthropic) = Anthropic = Claude API, Azure OpenAI (Microsoft),
    Amazon Bedrock (Amazon) = AWS Bedrock, Google Gemini (Google) = Gemini, Mistral AI = Mistral, Cohere, Groq,
    Together AI, Replicate, OpenRouter`,
  ai_assistant: `ChatGPT (OpenAI) = ChatGPT Enterprise, Claude (Anthropic),
    Microsoft Copilot (Microsoft) = Microsoft 365 Copilot, Perplexity, Glean, Notion AI (Notion),
    Slack AI (Salesforce)`,
  ai_coding: 'GitHub Copilot (GitHub), Cursor (Anysphere), Claude Code (Anthropic), Codeium, Windsurf, Tabnine, Replit',
  ai_content: 'Jasper, Copy.ai, Writer, Grammarly, Midjourney, Synthesia, Runway, DALL-E (OpenAI), Descript',
  ai_voice: 'ElevenLabs, Deepgram, AssemblyAI, Vapi, Retell AI',
  ai_support: 'Intercom Fin (Intercom) = Fin, Ada, Decagon, Sierra, Forethought, Zendesk AI (Zendesk)',
  ai_sales: `11x, Artisan, Clay, Regie.ai, Lavender, Salesforce Agentforce (Salesforce) = Agentforce,
    Salesforce Einstein (Salesforce) = Einstein`,
  conversation_intelligence: 'Gong, Fireflies = Fireflies.ai, Otter = Otter.ai, Fathom',
  ml_platform: `Amazon SageMaker (Amazon) = SageMaker, Vertex AI (Google) = Google Vertex AI, Hugging Face,
    Weights & Biases, MLflow (Databricks), DataRobot, Scale AI, Azure Machine Learning (Microsoft)`,
  ai_framework: 'LangChain, LlamaIndex, LangSmith (LangChain), PyTorch, TensorFlow (Google), Vercel AI SDK (Vercel)',
  vector_database: 'Pinecone, Weaviate, Qdrant, Milvus (Zilliz), Chroma, pgvector',
}

const TOOL_OF_NAME: ReadonlyMap<string, Tool> = new Map([...toolRows(TOOLS, false), ...toolRows(AI_TOOLS, true)])

function toolRows(table: Readonly<Record<string, string>>, ai: boolean): [string, Tool][] {
  return Object.entries(table).flatMap(([category, tools]) =>
    tools.split(/,\s*/).flatMap((entry) => {
      const [, name = '', vendor = name, others = ''] = /^([^(=]*?) ?(?:\(([^)]*)\) ?)?(?:=(.*))?$/.exec(entry) ?? []
      return [name, ...others.split('=')]
        .map((each) => wordsOf(each).join(' '))
        .filter((each) => each !== '')
        .map((each): [string, Tool] => [each, { category, vendor, ai }])
    }),
  )
}
