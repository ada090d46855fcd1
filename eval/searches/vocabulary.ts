// The words of the made-up world.

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

const words = (text: string) => text.trim().split(/,\s*/)

export const FIRST_NAMES = words(
  `Amber, Birch, Cobalt, Dune, Ember, Falcon, Granite, Harbor, Indigo, Juniper, Kestrel, Lagoon, Meridian, Nimbus, Onyx,
  Pioneer, Quarry, Ridge, Summit, Timber, Umbra, Vertex, Willow, Xenon, Yarrow, Zephyr, Alpine, Beacon, Cedar, Delta`,
)
export const LAST_NAMES = words(
  `Analytics, Systems, Foods, Logistics, Health, Motors, Energy, Payments, Insurance, Labs, Robotics, Retail, Media, Travel,
  Software, Materials, Bank, Games, Telecom, Security, Pharma, Textiles, Homes, Education, Aerospace, Tools, Works, Group`,
)
export const AGENCY_NAMES = words(
  'Staffing, Recruitment, Executive Search, Personalvermittlung, Recruiting Partners, Zeitarbeit, Talent Search, Interim Jobs',
)
export const INDUSTRIES = words(
  `fintech, healthcare, saas, logistics, retail, manufacturing, media, energy, education, insurance, telecommunications,
  biotech, gaming, travel, construction`,
)
export const INVESTORS = words(
  'Sequoia, Index Ventures, Accel, Northwind Ventures, Harbour Capital, Blue Oak Partners, Point Nine, Balderton',
)
export const PAGES = words('ai_product_page, ai_feature, ai_chat_widget, llms_txt, mcp_endpoint, ai_crawler_policy')

export const TOOLS = words(
  `Salesforce, HubSpot CRM, HubSpot Marketing Hub, Snowflake, dbt, AWS, Zendesk, Intercom, Marketo, Gong, OpenAI, SAP, Shopify,
  Workday, Kubernetes, Notion, Linear, Slack, Jira, Databricks, BigQuery, Google Analytics, Stripe, Okta, Datadog, Outreach,
  Pipedrive, Microsoft Dynamics 365, Anthropic, Pinecone, LangChain, Looker, Tableau, Segment, Braze, Freshdesk, GitHub`,
)

export interface City {
  readonly city: string
  readonly country: string
}

export const CITIES: readonly City[] = lines(`
  US New York, NY
  US Austin, TX
  US San Francisco, CA
  US Denver, CO
  US Chicago, IL
  US Remote - US
  GB London, UK
  GB Leeds, UK
  DE Berlin, Germany
  DE Munich, Germany
  DE Hamburg, Germany
  AT Vienna, Austria
  CH Zurich, Switzerland
  FR Paris, France
  FR Lyon, France
  NL Utrecht, Netherlands
  NL Amsterdam, Netherlands
  BE Ghent, Belgium
  ES Madrid, Spain
  SE Stockholm, Sweden
  NO Oslo, Norway
  DK Copenhagen, Denmark
  PL Warsaw, Poland
  IE Dublin, Ireland
  IN Pune, India
  CA Toronto, Canada`).map((line) => ({ country: line.slice(0, 2), city: line.slice(3) }))

/** Each as often as it is written here. */
export const TITLES: readonly string[] = lines(`
  Software Engineer
  Senior Software Engineer
  Backend Engineer
  Frontend Engineer
  Java Developer
  Site Reliability Engineer
  QA Engineer
  Engineering Manager
  Data Engineer
  Data Engineer
  Data Analyst
  Analytics Engineer
  Head of Data
  Machine Learning Engineer
  AI Engineer
  Head of AI
  AI SDR
  SDR
  Sales Development Representative
  Account Executive
  Account Executive
  Enterprise Account Executive
  Sales Manager
  VP of Sales
  Head of Sales
  Chief Revenue Officer
  RevOps Manager
  Revenue Operations Analyst
  GTM Engineer
  Marketing Manager
  Head of Marketing
  Content Marketer
  Customer Success Manager
  Customer Support Specialist
  Customer Support Agent
  Support Team Lead
  Security Engineer
  Head of Information Security
  Product Manager
  Product Designer
  Recruiter
  HR Manager
  Financial Controller
  Accountant
  Legal Counsel
  Office Manager
  Operations Manager
  Supply Chain Planner
  Chief Technology Officer
  Warehouse Associate
  Delivery Driver
  Store Manager
  Nurse
  Marketing Intern
  Software Engineering Intern
  Sales Intern
  Seasonal Warehouse Helper
  Working Student Sales`)
