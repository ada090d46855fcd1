/** What the product's own collectors are called in signals, where the words of the name say too little. */
const NAMES: Readonly<Record<string, string>> = {
  'ai-crawlers': 'robots.txt',
  'companies-house': 'Companies House',
  dns: 'DNS',
  icims: 'iCIMS',
  'llms-txt': 'llms.txt',
  'mcp-registry': 'MCP registry',
  'sec-form-d': 'SEC Form D',
  'sec-index': 'SEC filings',
  smartrecruiters: 'SmartRecruiters',
}

/** A source as people read it: `careers-pages` is "Careers pages". Names that were written for people stay as they are. */
export function sourceName(name: string): string {
  const known = NAMES[name]
  if (known) return known
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return name
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}
