/** The open windows of the companies on this list. */
export const windowsUrl = (list: string) => `/windows?${new URLSearchParams({ list })}`

/** Explore with this list as its filter, and the widest query. It doesn't run: a search is charged. */
export const exploreUrl = (list: string) => `/explore?${new URLSearchParams({ query: 'any', list })}`
