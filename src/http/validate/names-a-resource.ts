/**
 * A request field's option: it names a resource. A text that can't be the name of any is unknown (404) and not invalid
 * (422). It is a symbol, so it is not part of the description.
 */
export const NAMES_A_RESOURCE = Symbol('names a resource')
