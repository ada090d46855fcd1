/** The confidence of a signal of a home page. */
export const HOME_PAGE_CONFIDENCE = {
  aiProductPage: 0.7,
  /** The vendor's script is in the page. */
  tool: 0.9,
  /** The widget is an AI assistant. */
  aiChatWidget: 0.9,
  /** A chat whose vendor offers AI, which need not be switched on. */
  chatWidget: 0.6,
} as const
