import type { KeyReply } from '../../contract.ts'

/** All that is still known of a key once it was shown: psk_a1B2…x9Yz. */
export const maskedKey = ({ prefix, lastFour }: KeyReply) => `${prefix}…${lastFour}`
