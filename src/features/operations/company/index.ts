import { edit_company } from './edit_company.ts';
import { list_companies } from './list_companies.ts';
import { register_company } from './register_company.ts';
import { show_company } from './show_company.ts';

export const companyOperations = [edit_company, list_companies, register_company, show_company] as const;
