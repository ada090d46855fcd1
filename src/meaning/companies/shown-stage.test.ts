import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStatedStage, shownStage, stageOfRound } from './shown-stage.ts'

const rounds: [round: string, stage: string | undefined][] = [
  ['pre_seed', 'pre_seed'],
  ['angel', 'pre_seed'],
  ['seed', 'seed'],
  ['seed_extension', 'seed'],
  ['pre_series_a', 'seed'],
  ['series_a', 'series_a'],
  ['series_a2', 'series_a'],
  ['series_b_extension', 'series_b'],
  ['series_d', 'series_d'],
  ['series_e', 'series_e_plus'],
  ['series_h', 'series_e_plus'],
  ['ipo', 'public'],
  ['post_ipo_equity', 'public'],
  ['pre_ipo', undefined],
  ['series_unknown', undefined],
  ['growth', undefined],
  ['acquisition', 'acquired'],
  ['management_buyout', 'acquired'],
]
for (const [round, stage] of rounds) {
  test(`a round ${round} means ${stage ?? 'nothing for the stage'}`, () => assert.equal(stageOfRound(round), stage))
}

for (const round of [
  ...['debt', 'venture_debt', 'post_ipo_debt', 'grant', 'loan', 'secondary', 'convertible_note'],
  ...['series_b_mezzanine', 'series_b_bond', 'series_c_tender_offer', 'series_c_secondaries', 'seed_award'],
]) {
  test(`debt, grants and secondary sales mean nothing: ${round}`, () =>
    assert.equal(shownStage('seed', [round]), 'seed'))
}

test('the stage shown is the higher of what company records and equity rounds say', () => {
  assert.equal(shownStage('series_c', ['seed', 'series_a']), 'series_c')
  assert.equal(shownStage('seed', ['series_b', 'series_a']), 'series_b')
  assert.equal(shownStage('unknown', ['seed']), 'seed')
  assert.equal(shownStage('bootstrapped', ['series_a']), 'series_a')
  assert.equal(shownStage('unknown', []), 'unknown')
})

test('public and acquired rank above all and never fall', () => {
  for (const stated of ['public', 'acquired'] as const) {
    assert.equal(shownStage(stated, ['series_e']), stated)
    assert.equal(nextStatedStage(stated, 'series_b'), stated)
    assert.equal(nextStatedStage(stated, 'unknown'), stated)
  }
  assert.equal(nextStatedStage('public', 'acquired'), 'acquired')
  assert.equal(nextStatedStage('acquired', 'public'), 'acquired')
  assert.equal(nextStatedStage('series_c', 'series_b'), 'series_b', 'a correction')
})
