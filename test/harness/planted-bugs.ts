// Bugs that a search engine is likely to have, each as one changed rule of the reference engine. The differential test must
// find every one of them.

import { matchKeyOf, surgeDaysOf } from '../../src/meaning/signals/index.ts'
import { LEAST, newestFirst, satisfies, searchedTexts } from '../../src/query/index.ts'
import { withEquivalents } from '../../src/query/tree/equivalents.ts'
import { withMeaning } from '../../src/query/tree/presence.ts'
import {
  changeClauses,
  changeConditions,
  changePatterns,
  changeSteps,
  comparesPlace,
  comparesTool,
  hasNot,
  isMissing,
  keyOf,
  newestOf,
  notStrictlyLater,
  positiveMatches,
  prefixAsSubstring,
  withAllEquivalents,
  withCertainty,
  withChangedQuery,
  withKeys,
  withNameOnly,
  withOnePlace,
  withPartKeys,
  withRanking,
  withSatisfies,
  withScatteredForms,
} from './changed-rules.ts'
import { RULES, type Rules, sortKey } from './reference-engine.ts'

export const PLANTED_BUGS: Readonly<Record<string, Partial<Rules>>> = {
  'a window is a day too long': withSatisfies((clause, signal, asOf) =>
    satisfies(
      clause.withinDays === undefined ? clause : { ...clause, withinDays: clause.withinDays + 1 },
      signal,
      asOf,
    ),
  ),
  'a window begins at the current time of day, not at midnight': withSatisfies((clause, signal, asOf) =>
    clause.withinDays !== undefined && signal.occurredAt < asOf - clause.withinDays * 86_400
      ? false
      : satisfies(clause, signal, asOf),
  ),
  'before is inclusive': withSatisfies((clause, signal, asOf) =>
    satisfies(clause.before === undefined ? clause : { ...clause, before: clause.before + 1 }, signal, asOf),
  ),
  'NOT ignores companies without signals': {
    matches: (query, signals, asOf) => (signals.length > 0 || !hasNot(query)) && RULES.matches(query, signals, asOf),
  },
  'a count is ignored': withChangedQuery((query) => changeClauses(query, ({ count: _count, ...clause }) => clause)),
  'count < n matches a company without such signals': {
    matches: (query, signals, asOf) =>
      RULES.matches(
        changeClauses(query, (clause) =>
          clause.count?.atLeast === 1
            ? { node: 'or', of: [clause, { node: 'not', of: { ...clause, count: { atLeast: 1 } } }] }
            : clause,
        ),
        signals,
        asOf,
      ),
  },
  'ties are broken in the wrong order': {
    compare: (a, b, sort) => sortKey(b, sort) - sortKey(a, sort) || b.ordinal - a.ordinal,
  },
  'a prefix is found inside words': withSatisfies((clause, signal, asOf) =>
    satisfies(prefixAsSubstring(clause, signal), signal, asOf),
  ),
  'a phrase matches its words in any order': withSatisfies((clause, signal, asOf) =>
    satisfies(
      changeConditions(clause, (condition) =>
        'patterns' in condition
          ? { ...condition, patterns: condition.patterns.map((pattern) => ({ ...pattern, phrase: false })) }
          : condition,
      ),
      signal,
      asOf,
    ),
  ),
  'words are found across fields': withSatisfies((clause, signal, asOf) =>
    satisfies(clause, { ...signal, label: searchedTexts(signal).join(' ') }, asOf),
  ),
  '!: fails on a missing field': withSatisfies(
    (clause, signal, asOf) =>
      satisfies(clause, signal, asOf) &&
      !clause.conditions.some(({ op, field }) => op === '!:' && isMissing(signal, field)),
  ),
  'name: compares only the name, not product and family': withSatisfies((clause, signal, asOf) =>
    satisfies(clause, comparesTool(clause, ':') ? withNameOnly(signal) : signal, asOf),
  ),
  'name !: compares only the name, not product and family': withSatisfies((clause, signal, asOf) =>
    satisfies(clause, comparesTool(clause, '!:') ? withNameOnly(signal) : signal, asOf),
  ),
  'country: compares only the place that is shown': withSatisfies((clause, signal, asOf) =>
    satisfies(clause, comparesPlace(clause, ':') ? withOnePlace(signal) : signal, asOf),
  ),
  'country !: compares only the place that is shown': withSatisfies((clause, signal, asOf) =>
    satisfies(clause, comparesPlace(clause, '!:') ? withOnePlace(signal) : signal, asOf),
  ),
  'the words of a place are those that are shown': withSatisfies((clause, signal, asOf) =>
    satisfies(clause, comparesPlace(clause, '~') ? withOnePlace(signal) : signal, asOf),
  ),
  'retracted signals count': withSatisfies((clause, signal, asOf) =>
    satisfies(clause, signal.status === 'retracted' ? { ...signal, status: 'active' } : signal, asOf),
  ),
  'conditions are met by different signals': withChangedQuery((query) =>
    changeClauses(query, (clause) =>
      clause.conditions.length > 1 && !clause.count
        ? { node: 'and', of: clause.conditions.map((condition) => ({ ...clause, conditions: [condition] })) }
        : clause,
    ),
  ),
  'THEN is not strictly later': { matches: notStrictlyLater },
  'THEN ignores its WITHIN': withChangedQuery((query) => changeSteps(query, ({ clauses }) => ({ clauses }))),
  'countriesNot excludes unknown countries': {
    passes: (company, filters) =>
      RULES.passes(company, filters) && !(filters.countriesNot?.length && company.hqCountry === 'ZZ'),
  },
  'an unknown number of employees counts as 1': {
    passes: (company, filters) =>
      RULES.passes(company.employeeCount === 0 ? { ...company, employeeCount: 1 } : company, filters),
  },
  'an empty list of companies has no effect': {
    passes: (company, { only, ...filters }) => RULES.passes(company, only?.length ? { ...filters, only } : filters),
  },
  'excluded companies are kept': { passes: (company, { except: _, ...filters }) => RULES.passes(company, filters) },
  'employerKind has no effect': {
    passes: (company, { employerKind: _, ...filters }) => RULES.passes(company, filters),
  },
  'agencies are never left out': {
    passes: (company, { withoutAgencies: _, ...filters }) => RULES.passes(company, filters),
  },
  'marketplaces are not left out': {
    passes: (company, { withoutAgencies, ...filters }) =>
      RULES.passes(
        company,
        company.employerKind === 'marketplace' ? filters : { ...filters, ...(withoutAgencies && { withoutAgencies }) },
      ),
  },
  'watched has no effect': { passes: (company, { watched: _, ...filters }) => RULES.passes(company, filters) },
  'watched is content with one of its types': {
    passes: (company, { watched = [], ...filters }) =>
      RULES.passes(company, filters) &&
      (watched.length === 0 || watched.some((type) => RULES.passes(company, { watched: [type] }))),
  },
  'recent goes by signals that did not match': withRanking((ranked, _query, signals) => ({
    ...ranked,
    newest: newestOf(signals.filter(({ status }) => status !== 'retracted')),
  })),
  'recent goes by parts of an OR that do not hold': withRanking((ranked, query, signals, asOf) => ({
    ...ranked,
    newest: newestOf(positiveMatches(query, signals, asOf)),
  })),
  'parts of an OR that do not hold are shown': withRanking((ranked, query, signals, asOf) => ({
    ...ranked,
    shown: newestFirst(new Set([...ranked.shown, ...positiveMatches(query, signals, asOf)])).slice(0, 5),
  })),
  'ties are not broken by heat': {
    compare: (a, b, sort) => sortKey(b, sort) - sortKey(a, sort) || a.ordinal - b.ordinal,
  },
  'a clause forgets the present': withSatisfies(({ presence: _, ...clause }, signal, asOf) =>
    satisfies(clause, signal, asOf),
  ),
  'a dropped tool counts as used': withSatisfies((clause, signal, asOf) =>
    satisfies(clause.presence === 'present' ? { ...clause, presence: 'active' } : clause, signal, asOf),
  ),
  'status: closed is ignored': withSatisfies(({ presence, ...clause }, signal, asOf) =>
    satisfies(presence && presence !== 'closed' ? { ...clause, presence } : clause, signal, asOf),
  ),
  'a step of THEN speaks of the present': withChangedQuery((query) =>
    changeSteps(query, (step) => ({
      ...step,
      clauses: step.clauses.map(({ step: _, ...clause }) => (clause.presence ? clause : withMeaning(clause))),
    })),
  ),
  'tools in use are news': withSatisfies(({ news: _, ...clause }, signal, asOf) => satisfies(clause, signal, asOf)),
  'a tool that jobs ask for counts as used': withSatisfies((clause, signal, asOf) =>
    satisfies(clause.type === 'tool' ? { ...clause, anyBasis: true } : clause, signal, asOf),
  ),
  'a rumour counts as a round': withSatisfies((clause, signal, asOf) =>
    satisfies(clause.type === 'funding' ? { ...clause, anyRumour: true } : clause, signal, asOf),
  ),
  'a time of closing is a day too long': withSatisfies((clause, signal, asOf) =>
    satisfies(
      clause.closedDays === undefined ? clause : { ...clause, closedDays: clause.closedDays + 1 },
      signal,
      asOf,
    ),
  ),
  'a time of closing begins at the current time of day': withSatisfies((clause, signal, asOf) =>
    clause.closedDays !== undefined && (signal.closedAt ?? 0) < asOf - clause.closedDays * 86_400
      ? false
      : satisfies(clause, signal, asOf),
  ),
  'a prefix has equivalents': withSatisfies((clause, signal, asOf) =>
    satisfies(
      changePatterns(clause, (pattern, { op }) => (op === '~' ? withAllEquivalents(pattern) : pattern)),
      signal,
      asOf,
    ),
  ),
  '~= has equivalents': withSatisfies((clause, signal, asOf) =>
    satisfies(
      changePatterns(clause, (pattern, { op }) =>
        op === '~=' ? { ...pattern, words: pattern.words.map(withEquivalents) } : pattern,
      ),
      signal,
      asOf,
    ),
  ),
  'the words of an equivalent need not be adjacent': withSatisfies(
    (clause, signal, asOf) =>
      satisfies(clause, signal, asOf) || satisfies(withScatteredForms(clause, signal), signal, asOf),
  ),
  'only the source that is shown counts': withSatisfies((clause, { sources: _, ...signal }, asOf) =>
    satisfies(clause, signal, asOf),
  ),
  'the shift of a round is forgotten': withKeys(
    (signal) => matchKeyOf(signal) - (signal.type.startsWith('funding') ? 60 * 86_400 : 0),
  ),
  'the table of confidences is off by one': withKeys((signal) =>
    matchKeyOf({ ...signal, confidence: Math.min(1, signal.confidence + 0.01) }),
  ),
  'a confidence of 0 counts like the least': withKeys((signal) =>
    matchKeyOf({ ...signal, confidence: Math.max(0.01, signal.confidence) }),
  ),
  'match goes by the newest signal of a clause': withKeys(({ occurredAt }) => occurredAt),
  'an OR takes the least of its parts': withPartKeys('or', (keys) => Math.min(...keys)),
  'an AND takes the greatest of its parts': withPartKeys('and', (keys) => Math.max(...keys)),
  'a state beside an act is not neutral': withRanking((ranked, query, signals, asOf) => {
    if (query.node !== 'and') return ranked
    const keys = query.of.filter(({ node }) => node !== 'not').map((part) => keyOf(part, signals, asOf) ?? LEAST)
    return { ...ranked, matchKey: keys.length === 0 ? LEAST : Math.min(...keys) }
  }),
  'a state beside an act is neutral, however uncertain': withCertainty(() => 0),
  'the size of a company is forgotten': {
    ranking: (query, signals, asOf, options) => RULES.ranking(query, signals, asOf, { ...options, employeeCount: 0 }),
  },
  'a company of unknown size counts as a large one': {
    ranking: (query, signals, asOf, { employeeCount, ...options } = {}) =>
      RULES.ranking(query, signals, asOf, { ...options, employeeCount: employeeCount || 100_000 }),
  },
  'the ratio of a surge is forgotten': withKeys((signal) => matchKeyOf(signal) - surgeDaysOf(signal) * 86_400),
  'a NOT in an AND is least': withRanking((ranked, query) =>
    query.node === 'and' && query.of.some(({ node }) => node === 'not') ? { ...ranked, matchKey: LEAST } : ranked,
  ),
  'THEN goes by signals that are in no chain': withRanking((ranked, query, signals, asOf) => {
    if (query.node !== 'sequence') return ranked
    const steps = query.steps.map(({ clauses }) =>
      Math.max(...clauses.map((clause) => keyOf(clause, signals, asOf) ?? LEAST)),
    )
    return { ...ranked, matchKey: Math.min(...steps) }
  }),
  'a company shows its newest signals first': withRanking((ranked) => ({
    ...ranked,
    shown: newestFirst(ranked.shown),
  })),
}
