// Which names of tools can be taken literally in a sentence. The catalogue marks names that are everyday words: these
// count only in a list with an unambiguous name. The exceptions are data.

/** Everyday words that mean the tool in a job description, if they are written with a capital and don't begin the sentence. */
export const CLEAR_IN_JOBS: ReadonlySet<string> = new Set(
  `amplitude angular confluence cypress flutter gong gusto helm loom miro notion perplexity pinecone playwright postman prometheus
  react rippling sentry slack snowflake terraform zoom`.split(/\s+/),
)

/** Names that aren't everyday English words, but often mean something else: acronyms, words of other languages. */
export const UNCLEAR_IN_JOBS: ReadonlySet<string> = new Set(
  `accountengagement actonsoftware ado adaptiveinsights agentforce360 aicompanion athena aurora bedrock betteruptime bland
  bq businesscentral carta catalystsoftware codex commerceclould commonroom concur contenthub datastudio deel druid duo
  experiencecloud gemini grok hana hoovers ifs infor inflection kinesis kube k8 lambdalabs llama lucid matchingengine
  mistral net nice oci openai ovh pdl preset rails ray regie retell reveal salesnav sas servicehub spark splitsoftware
  success successfactors systems teams tfs travis trino tray vertex vue watson whisper xai`.split(/\s+/),
)

/** Everyday words that mean the tool where work is done in it: "you plan in Linear, …", "moving from Lever to Ashby". */
export const CLEAR_IN_PLACE: ReadonlySet<string> = new Set(
  `basecamp bullhorn clay coda copper cursor drift factorial framer front greenhouse groove guru heap hex lattice lever linear pigment
  ramp segment seismic shortcut sketch windsurf workable`.split(/\s+/),
)
