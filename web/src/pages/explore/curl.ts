import type { ExploreSearchBody } from '../../contract.ts'

const AUTHORIZATION = 'Authorization: Bearer psk_YOUR_KEY'

export function searchCurl(body: ExploreSearchBody): string {
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return `curl ${location.origin}/api/v1/companies \\\n  -H "${AUTHORIZATION}" \\\n  -H "Content-Type: application/json" \\\n  -d '${json}'`
}

export const dossierCurl = (id: string, signal: string | undefined) => {
  const query = signal === undefined ? '' : `?signal=${encodeURIComponent(signal)}`
  return `curl "${location.origin}/api/v1/companies/${id}${query}" \\\n  -H "${AUTHORIZATION}"`
}
