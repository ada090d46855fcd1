import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FilterForm, filterOfForm, formOfFilter } from '../../web/src/pages/webhooks/form/filter-form.ts'

const form: FilterForm = {
  signals: 'hiring(title ~ "AI SDR")',
  company: {
    countries: ['DE'],
    countriesNot: ['US'],
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
  onceDays: '30',
}

test('a saved filter comes back into the fields that it was typed in', () => {
  assert.deepEqual(formOfFilter(filterOfForm(form)), form)
})
