// Names of vendors as contracts write them, where they are not the name of the product. They are kept out of the catalogue of
// tools because that also reads prose, where "functional software" is no name.

import { nameKey } from '../../../meaning/tools/index.ts'

/** By slug of a product or family: names without their legal form. */
const LEGAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  '1password': ['AgileBits'],
  ably: ['Ably Real-time'],
  airtable: ['Formagrid'],
  aws: ['Amazon Data Services', 'Amazon Internet Services', 'Amazon Web Services EMEA', 'AWS EMEA'],
  bird: ['MessageBird'],
  brevo: ['Sendinblue'],
  cal_com: ['Cal.com'],
  cockroachdb: ['Cockroach Labs'],
  cursor: ['Anysphere'],
  customer_io: ['Peaberry Software'],
  dbt: ['dbt Labs', 'Fishtown Analytics'],
  devin: ['Cognition AI'],
  dropbox_sign: ['HelloSign'],
  elasticsearch: ['Elastic', 'Elastic N.V.'],
  front: ['FrontApp'],
  google_cloud: ['Google Cloud EMEA'],
  grafana: ['Grafana Labs', 'Raintank'],
  heroku: ['Heroku'],
  hetzner: ['Hetzner Online'],
  honeycomb: ['Hound Technology'],
  intercom: ['Intercom R&D', 'Intercom R&D Unlimited'],
  langsmith: ['LangChain'],
  launchdarkly: ['Catamorphic'],
  linear: ['Linear Orbit'],
  mailchimp: ['Rocket Science Group', 'The Rocket Science Group'],
  mailgun: ['Mailgun Technologies'],
  mistral: ['Mistral'],
  notion: ['Notion Labs'],
  ovhcloud: ['OVH', 'OVH Groupe'],
  pinecone: ['Pinecone Systems'],
  postmark: ['Wildbit', 'AC PM'],
  redis: ['Redis Labs'],
  resend: ['Plus Five Five'],
  sentry: ['Functional Software'],
  slack: ['Slack Technologies'],
  sparkpost: ['Message Systems'],
  timescaledb: ['Timescale', 'Tiger Data'],
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
