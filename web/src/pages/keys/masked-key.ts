import type { KeyReply } from '../../contract.ts'

/** What identifies a key after its secret was shown: psk_a1B2…x9Yz. */
export const maskedKey = ({ prefix, lastFour }: KeyReply) => `${prefix}…${lastFour}`
