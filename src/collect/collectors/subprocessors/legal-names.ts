// Names of vendors in contracts, where they differ from the product's name. They are kept out of the catalogue of
// tools because that also reads prose, where "functional software" is no name.

import { nameKey } from '../../../meaning/tools/index.ts'

/** By slug of a product or family: names without their legal form. */
const LEGAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  '1password': ['AgileBits'],
  '6sense': ['6sense Insights'],
  ada: ['Ada Support', 'Ada CX'],
  airtable: ['Formagrid'],
  apollo: ['ZenLeads'],
  aws: ['Amazon Data Services', 'Amazon Internet Services', 'Amazon Web Services EMEA', 'AWS EMEA'],
  bird: ['MessageBird'],
  brevo: ['Sendinblue'],
  census: ['Sutro Labs'],
  circleci: ['Circle Internet Services'],
  clearbit: ['APIHub'],
  clickup: ['Mango Technologies'],
  cockroachdb: ['Cockroach Labs'],
  crisp: ['Crisp IM'],
  cursor: ['Anysphere'],
  customer_io: ['Peaberry Software'],
  dbt: ['dbt Labs', 'Fishtown Analytics'],
  devin: ['Cognition AI'],
  dropbox_sign: ['HelloSign'],
  elasticsearch: ['Elastic', 'Elastic N.V.'],
  elevenlabs: ['Eleven Labs'],
  front: ['FrontApp'],
  google_cloud: ['Google Cloud EMEA'],
  grafana: ['Grafana Labs', 'Raintank'],
  hetzner: ['Hetzner Online'],
  hex: ['Hex Technologies'],
  hightouch: ['Carry Technologies'],
  honeycomb: ['Hound Technology'],
  incident_io: ['Pineapple Technology'],
  intercom: ['Intercom R&D', 'Intercom R&D Unlimited'],
  kit: ['ConvertKit'],
  langfuse: ['Finto Technologies'],
  langsmith: ['LangChain'],
  launchdarkly: ['Catamorphic'],
  linear: ['Linear Orbit'],
  looker: ['Looker Data Sciences'],
  mailchimp: ['Rocket Science Group', 'The Rocket Science Group'],
  mailgun: ['Mailgun Technologies'],
  miro: ['RealtimeBoard'],
  mistral: ['Mistral'],
  modal: ['Modal Labs'],
  mode: ['Mode Analytics'],
  monte_carlo: ['Monte Carlo Data'],
  notion: ['Notion Labs'],
  openai_api: ['OpenAI OpCo'],
  ovhcloud: ['OVH', 'OVH Groupe'],
  paddle: ['Paddle.com Market'],
  pinecone: ['Pinecone Systems'],
  postmark: ['Wildbit', 'AC PM'],
  redis: ['Redis Labs'],
  resend: ['Plus Five Five'],
  sentry: ['Functional Software'],
  slack: ['Slack Technologies'],
  sparkpost: ['Message Systems'],
  split: ['Split Software'],
  sprig: ['UserLeap'],
  surveymonkey: ['Momentive'],
  timescaledb: ['Timescale', 'Tiger Data'],
  together_ai: ['Together Computer'],
  twilio: ['Authy'],
  vonage: ['Nexmo'],
  vwo: ['Wingify'],
  windsurf: ['Exafunction', 'Codeium'],
  zoom: ['Zoom Video Communications', 'Zoom Communications'],
}

const BY_KEY: ReadonlyMap<string, string> = new Map(
  Object.entries(LEGAL_NAMES).flatMap(([slug, names]) => names.map((name) => [nameKey(name), slug] as const)),
)

/** The slug of the product whose vendor has this name in contracts. */
export function toolOfLegalName(name: string): string | undefined {
  return BY_KEY.get(nameKey(name))
}
