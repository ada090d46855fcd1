import type { Tool } from '../tool.ts'
import { findCompanies } from './find-companies.ts'
import { checkBudget, explainQuery } from './free.ts'
import { getCompany } from './get-company.ts'
import { companiesInWindow, listBuyingWindows } from './windows.ts'

export const TOOLS: readonly Tool[] = [
  findCompanies,
  getCompany,
  listBuyingWindows,
  companiesInWindow,
  explainQuery,
  checkBudget,
]
