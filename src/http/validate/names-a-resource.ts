/**
 * A request field's option: it names a resource. A text that can't be a name is unknown (404), not invalid (422). It is
 * a symbol, so it isn't part of the description.
 */
export const NAMES_A_RESOURCE = Symbol('names a resource')
