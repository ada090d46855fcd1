// Property tests of one commit try the same cases in every run, so that a commit that passes here passes elsewhere.
// `PROPERTY_SEED=random npm test` tries others.

import fc from 'fast-check'

const given = process.env.PROPERTY_SEED ?? '1'
fc.configureGlobal({ seed: given === 'random' ? Date.now() % 2 ** 31 : Number(given) })

export { default } from 'fast-check'
