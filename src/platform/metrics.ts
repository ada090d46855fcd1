// Metrics without loading their package: commands of the command line register none.

import type {
  Counter,
  CounterConfiguration,
  Gauge,
  GaugeConfiguration,
  Histogram,
  HistogramConfiguration,
} from 'prom-client'
import { lazyPackage } from './lazy-package.ts'

const promClient = lazyPackage<typeof import('prom-client')>('prom-client')

export function counter<Label extends string>(configuration: CounterConfiguration<Label>): Counter<Label> {
  return new (promClient().Counter)(configuration)
}

export function gauge<Label extends string>(configuration: GaugeConfiguration<Label>): Gauge<Label> {
  return new (promClient().Gauge)(configuration)
}

export function histogram<Label extends string>(configuration: HistogramConfiguration<Label>): Histogram<Label> {
  return new (promClient().Histogram)(configuration)
}
