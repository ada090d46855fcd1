import { type Static, Type } from 'typebox'
import { SCORE_COMPONENTS } from '../../closed-sets/signals.ts'
import { COMPANY_PROPERTIES, EXAMPLE_COMPANY } from '../../meaning/companies/schema.ts'
import { EXAMPLE_SIGNAL, PublicSignalSchema } from '../../meaning/signals/schema.ts'
import { REPORTED_TYPES } from '../../meaning/types/index.ts'

const time = (description: string) => Type.String({ format: 'date-time', description })
const points = (description: string) => Type.Number({ minimum: 0, maximum: 100, description })

const AiAdoptionScore = Type.Object(
  {
    score: points('.15 intent + .55 implementation + .15 momentum + .15 readiness.'),
    intent: points('AI hiring, and funding with AI.'),
    implementation: points('AI tools, and AI on the website.'),
    momentum: points('AI signals of the last 30 days compared with the 90 days before.'),
    readiness: points('Funding, data roles and data tools.'),
    coverage: Type.Object(
      Object.fromEntries(['score', ...SCORE_COMPONENTS].map((name) => [name, Type.Number({ minimum: 0, maximum: 1 })])),
      {
        title: 'ScoreCoverage',
        description:
          'How much of the score and of each component is monitored: the share of the signal types that it counts. With 0, a component of 0 means nothing.',
      },
    ),
    asOf: time('The UTC day of the score.'),
    modelVersion: Type.String({ description: 'The version of the weights that was used.' }),
    contributions: Type.Array(
      Type.Object({
        signalId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
          description: 'Null for the remainder of a component that has more than 30 contributions.',
        }),
        component: Type.Enum([...SCORE_COMPONENTS], { type: 'string' }),
        points: Type.Number(),
        signals: Type.Optional(Type.Integer({ minimum: 1, description: 'The number of signals in the remainder.' })),
      }),
      { description: 'The points that each signal contributed to a component. The score can be recomputed from them.' },
    ),
  },
  { title: 'AiAdoptionScore', description: 'How far the company has adopted AI, 0 to 100.' },
)

const SliceMembership = Type.Object(
  {
    slug: Type.String(),
    label: Type.String(),
    score: points('How strongly the company matches the slice.'),
    enteredAt: time(
      'When the company entered the slice: for each matching clause the oldest match in the window, and the latest of these.',
    ),
    windowEndsAt: time('The last day on which the company is in the slice unless something new happens.'),
    reasons: Type.Array(Type.Object({ clause: Type.String(), signalId: Type.String({ format: 'uuid' }) }), {
      description: 'The strongest signal of each matching clause.',
    }),
    notebook: Type.Object(
      {
        thesis: Type.String(),
        whyNow: Type.String(),
        talkingPoints: Type.Array(Type.String()),
        approach: Type.Optional(
          Type.String({
            description:
              'The role that likely owns the problem, inferred from the job, its level and the size of the company. Never a person.',
          }),
        ),
      },
      {
        description:
          'Notes to read before a first call. `whyNow` and `talkingPoints` are made from facts of the company; they change with its facts and with the UTC day.',
      },
    ),
  },
  { title: 'SliceMembership', additionalProperties: true },
)

const QuietNotebook = Type.Object(
  {
    known: Type.String({
      description: 'What changed last, what is open, rounds, tools and pages, and what is not monitored.',
    }),
    opens: Type.Array(Type.String(), { description: 'What would open a window, where a part of it is there.' }),
    talkingPoints: Type.Array(Type.String()),
  },
  {
    title: 'QuietNotebook',
    description:
      'Only of a company that is in no slice: its facts, in sentences. Absent if there are none. It states no reason to call now.',
  },
)

const TypeCoverage = Type.Object(
  {
    since: Type.String({ format: 'date-time', description: 'Nothing of this type was missed since then.' }),
    lastLookedAt: Type.String({ format: 'date-time' }),
    sources: Type.Array(Type.String()),
  },
  { title: 'TypeCoverage' },
)

const CoverageSchema = Type.Object(
  Object.fromEntries(REPORTED_TYPES.map((type) => [type, Type.Union([TypeCoverage, Type.Null()])])),
  {
    title: 'Coverage',
    description:
      'The sources that monitor the company for signals of a type, and since when. Null: not monitored, so the absence of a signal means nothing.',
  },
)

export const DossierQuery = Type.Object(
  {
    signal: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The id of a signal that has to be among the 200, such as `signalId` of a webhook. If it turned out to be the same fact as another one, that one is. Ignored if the company has no such signal, or if it is retracted.',
        examples: [EXAMPLE_SIGNAL.id],
      }),
    ),
  },
  { additionalProperties: false },
)

export const Dossier = Type.Object(
  {
    data: Type.Object({
      identity: Type.Object(
        {
          ...COMPANY_PROPERTIES,
          aliases: Type.Array(Type.String(), {
            description: 'Other domains of the company, such as those of companies that were merged into it.',
            examples: [['northwind-logistics.example']],
          }),
          parent: Type.Union([Type.String(), Type.Null()], {
            description: 'The domain of the group that the company belongs to, or null.',
          }),
          employerKindReason: Type.Optional(
            Type.String({
              description: 'Why the company is of its `employerKind`. Absent if nothing says what kind it is.',
              examples: ['Its industry is staffing.'],
            }),
          ),
          website: Type.String({ description: 'A URL. If no source has reported one, `https://` and the domain.' }),
        },
        { title: 'Identity', description: 'The core company profile.' },
      ),
      signals: Type.Array(PublicSignalSchema, {
        description:
          'Newest first, at most 200. Always includes the signals that the score and the slices refer to, and the one that `signal` asks for.',
      }),
      signalsTotal: Type.Integer({ minimum: 0, description: 'The total number of signals.' }),
      receipts: Type.Optional(
        Type.Array(
          Type.Object({
            signalId: Type.String({ format: 'uuid' }),
            seenOn: Type.String({
              description: 'The website or job board that showed it.',
              examples: ['greenhouse.io'],
            }),
            seenThrough: Type.Optional(
              Type.String({
                description: 'The server that answered instead: a demo or a proxy. Absent: the website itself did.',
                examples: ['127.0.0.1:4010'],
              }),
            ),
            seenAt: Type.String({ format: 'date-time', description: 'The visit that last changed it.' }),
          }),
          { description: 'Where and when collected signals of these were seen. Absent if none was collected.' },
        ),
      ),
      coverage: CoverageSchema,
      aiAdoptionScore: AiAdoptionScore,
      slices: Type.Array(SliceMembership, { description: 'The slices that the company is in, highest score first.' }),
      notebook: Type.Optional(QuietNotebook),
    }),
  },
  { title: 'Dossier', examples: [exampleDossier()] },
)

export type DossierReply = Static<typeof Dossier>

function exampleDossier() {
  const { id: signalId } = EXAMPLE_SIGNAL
  return {
    data: {
      identity: { ...EXAMPLE_COMPANY, aliases: [], parent: null, website: 'https://northwind.example' },
      signals: [EXAMPLE_SIGNAL],
      signalsTotal: 1,
      coverage: {
        ...Object.fromEntries(REPORTED_TYPES.map((type) => [type, null])),
        hiring: {
          since: '2024-01-01T00:00:00.000Z',
          lastLookedAt: '2026-11-14T06:10:02.000Z',
          sources: ['job-boards'],
        },
      },
      aiAdoptionScore: {
        score: 8.4,
        intent: 24.8,
        implementation: 0,
        momentum: 4.8,
        readiness: 0,
        coverage: { score: 0.16, intent: 0.5, implementation: 0, momentum: 0.25, readiness: 0.33 },
        asOf: '2026-11-15T00:00:00.000Z',
        modelVersion: '2',
        contributions: [
          { signalId, component: 'intent', points: 24.8 },
          { signalId, component: 'momentum', points: 4.8 },
        ],
      },
      slices: [
        {
          slug: 'ai-sdr-hiring',
          label: 'Hiring for AI-led outbound',
          score: 63.2,
          enteredAt: '2026-11-03T00:00:00.000Z',
          windowEndsAt: '2026-12-18T00:00:00.000Z',
          reasons: [{ clause: 'hiring(title ~ ai sdr|ai bdr|gtm engineer)', signalId }],
          notebook: {
            thesis: 'A company that posts an AI SDR, AI BDR or GTM engineer role is rebuilding outbound around AI.',
            whyNow:
              'The job “AI SDR” in Berlin was posted 12 days ago. Likely: the $12M Series A, raised 40 days ago, pays for it.',
            talkingPoints: ['You are looking for an “AI SDR”: who does the outbound work until somebody starts?'],
            approach: 'Likely: the VP Sales, who decides what outbound runs on.',
          },
        },
      ],
    },
  }
}
