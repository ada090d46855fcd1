export const EXAMPLE_QUERIES = [
  'hiring(title ~ "AI SDR", within: 30d)',
  'funding_ai(amount >= 5m) THEN hiring(function: sales|marketing) WITHIN 90d',
  'tool(ai: true, within: 90d) NOT web',
  'velocity(within: 30d)',
]
