// What is known about the tools of a category, for any company: which keep data, which are near to each other, what
// they are a sign of.

/** Tools in which people or programs keep records: a host, a library or an assistant has none to move. */
export const KEEPS_DATA: ReadonlySet<string> = new Set([
  ...['crm', 'sales_engagement', 'marketing_automation', 'email_delivery', 'customer_support', 'customer_success'],
  ...['live_chat', 'contact_center', 'customer_data_platform', 'data_warehouse', 'database', 'vector_database'],
  ...['business_intelligence', 'product_analytics', 'web_analytics', 'hr', 'applicant_tracking', 'learning'],
  ...['performance_management', 'erp', 'accounting', 'billing', 'spend_management', 'financial_planning', 'cms'],
  ...['ecommerce', 'project_management', 'collaboration', 'it_service_management', 'contract_management', 'surveys'],
])

/** Between these, companies change models and what they are run with: one may take the place of another. */
export const NEAR: readonly ReadonlySet<string>[] = [
  new Set(['llm', 'ml_platform', 'ai_framework', 'vector_database']),
  new Set(['ai_support', 'customer_support', 'live_chat', 'contact_center']),
  new Set(['ai_sales', 'sales_engagement', 'sales_intelligence']),
  new Set(['ai_assistant', 'ai_coding', 'ai_content']),
]

export const ASKED_FIRST: readonly string[] = [
  ...['crm', 'sales_engagement', 'marketing_automation', 'customer_support', 'data_warehouse', 'business_intelligence'],
  ...['llm', 'ai_assistant', 'ai_coding', 'hr', 'erp', 'accounting'],
]

/** By category of AI tools: why companies get one. */
export const MEANS: Readonly<Record<string, string>> = {
  ai_assistant: 'whole teams may use AI now, so rules for data and access are being made',
  ai_coding: 'engineers write code with AI now, and other teams ask next',
  ai_content: 'marketing makes more with the same people, and what is published has to be checked',
  ai_framework: 'something of their own is made with models, and has to be tested',
  ai_sales: 'some outbound is written or sent with AI now, and it needs good data and a CRM that is kept up',
  ai_support: 'fewer requests should reach people, so answers and hand-overs are being set up',
  ai_voice: 'calls or spoken content are being automated',
  conversation_intelligence: 'calls are recorded and coached, so what follows from them comes next',
  llm: 'software of theirs calls a model, so its cost, its quality and the data it sees are questions now',
  ml_platform: 'models of their own are trained or run, and have to be watched',
  revenue_intelligence: 'forecasts are made with it, so the data in the CRM has to be right',
  vector_database: 'search or answers from their own documents are being built',
}

/** By category of AI tools: what its buyers talk about in the first months. */
export const ASKS: Readonly<Record<string, string>> = {
  ai_assistant: 'what may people give it to read, and who decides that',
  ai_coding: 'how much of the code is written with it by now, and how is that reviewed',
  ai_content: 'what is made with it, and who checks it before it is published',
  ai_framework: 'what is built with it, and how do you test what it answers',
  ai_sales: 'what does it do by itself, and which data does it need for that',
  ai_support: 'which requests should it answer alone, and what happens with the others',
  ai_voice: 'what should it say or listen to first: calls, meetings or content',
  conversation_intelligence: 'who listens to the calls, and what should change in them',
  llm: 'which part of the product or of your work calls it, and who watches its cost',
  ml_platform: 'which model should run on it first, and who looks after it then',
  revenue_intelligence: 'whose forecast is it to replace, and is the data in the CRM good enough',
  vector_database: 'which documents should people find with it, and who checks the answers',
}

/** Below this number of people there are hardly any teams to ask about. */
const TEAMS_FROM = 30

export const whoAsked = (employees: number) => (employees > 0 && employees < TEAMS_FROM ? 'who' : 'which team')
