/** What signing in with a password asks besides. It is declared here, because the feature that does it needs accounts. */
export interface SecondFactor {
  /**
   * Throws unless the account has no second factor, or this is its code. `network` is whose guesses are counted together; it is
   * only asked for if there is a code to check.
   */
  check(accountId: string, code: string | undefined, network: () => Promise<string>): Promise<void>
  isSet(accountId: string): Promise<boolean>
}
