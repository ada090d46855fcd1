/** In plain words: the chips show how the language reads them. */
export const EXAMPLE_QUERIES = [
  'companies hiring an AI SDR',
  'raised funding in the last 90 days',
  'raised a series A then hired salespeople within 90 days',
  'uses Salesforce but not HubSpot',
]
