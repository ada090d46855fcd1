import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FilterForm, filterOfForm, formOfFilter } from '../../web/src/pages/webhooks/filter-form.ts'

const form: FilterForm = {
  signals: 'hiring(title ~ "AI SDR")',
  company: {
    countries: ['DE'],
    employeesMin: '10',
    employeesMax: '500',
    stages: ['series_a'],
    industries: ['software'],
    kinds: ['staffing'],
    watched: ['tool'],
    domains: '',
    domainsNot: '',
    list: 'my-accounts',
    scoreMin: '2.5',
  },
  others: { countriesNot: ['US'] },
  onceDays: '30',
}

test('a saved filter comes back into the fields that it was typed in, and the rest of it stays', () => {
  assert.deepEqual(formOfFilter(filterOfForm(form)), form)
})
