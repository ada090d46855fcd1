// Who follows a link that says its price has agreed to it; whoever comes by an address is asked first.

const agreed = new Set<string>()

export function agreeTo(companyId: string): void {
  agreed.add(companyId)
}

/** Once: a later visit is asked again, unless what came is still here. */
export function takeAgreement(companyId: string): boolean {
  return agreed.delete(companyId)
}
