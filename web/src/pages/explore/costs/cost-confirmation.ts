// A click on a link that shows its price confirms the cost. Opening a dossier by its URL doesn't, so that page asks first.

const confirmed = new Set<string>()

export function confirmCost(companyId: string): void {
  confirmed.add(companyId)
}

/** A confirmation is valid once. A later visit asks again, unless the dossier is still cached. */
export function consumeConfirmation(companyId: string): boolean {
  return confirmed.delete(companyId)
}
