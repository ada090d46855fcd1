import { JOB_FUNCTIONS } from '../../closed-sets/signals.ts'
import type { FieldDeclaration } from './field-declaration.ts'

/** Of a round, and of signals derived from one. */
export const roundFields = [
  { name: 'round', kind: 'slug', label: 'Round', description: 'The kind of round.', example: 'series_a' },
  {
    name: 'amountUsd',
    queryName: 'amount',
    kind: 'integer',
    label: 'Amount',
    description: 'The amount raised, in whole US dollars.',
    independent: true,
    example: 12_000_000,
  },
  {
    name: 'amountOriginal',
    kind: 'note',
    label: 'Original amount',
    description: 'The amount in the currency of the source, if that is not the US dollar.',
    example: 'EUR 11000000',
  },
  {
    name: 'investors',
    kind: 'texts',
    label: 'Investors',
    description: 'Who invested.',
    independent: true,
    example: ['Northwind Ventures'],
  },
  {
    name: 'announcedOn',
    kind: 'date',
    label: 'Announced on',
    description: 'The day of the announcement.',
    independent: true,
    example: '2026-05-04',
  },
] as const satisfies readonly FieldDeclaration[]

export const jobFunction = {
  name: 'function',
  kind: 'enum',
  label: 'Function',
  description: 'The part of the company that the job belongs to.',
  values: JOB_FUNCTIONS,
  example: 'sales',
} as const satisfies FieldDeclaration
