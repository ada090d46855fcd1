export const EXAMPLE_QUERIES = [
  'companies hiring an AI SDR',
  'raised funding in the last 90 days',
  'funding_ai(amount >= 5m) THEN hiring(function: sales|marketing) WITHIN 90d',
  'tool(ai: true, within: 90d) NOT web',
]
