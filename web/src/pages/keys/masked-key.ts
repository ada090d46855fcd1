import type { KeyReply } from '../../contract.ts'

/** The short form that identifies a key once its secret is hidden: psk_a1B2…x9Yz. */
export const maskedKey = ({ prefix, lastFour }: KeyReply) => `${prefix}…${lastFour}`
