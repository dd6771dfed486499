import type { BusinessModel } from '#shared/domain/choices.ts';

/** How companies earn: the business models it stands for, a sentence's predicate, and a noun for summaries. */
export interface RevenueKind {
  readonly models: readonly (readonly BusinessModel[])[];
  readonly predicates: string;
  readonly nouns: string;
}

export const revenueKinds: Readonly<Record<string, RevenueKind>> = {
  seat: {
    models: [
      ['B2B', 'SaaS'],
      ['SaaS', 'Subscription'],
      ['B2B', 'SaaS', 'Subscription'],
      ['B2B', 'Subscription'],
      ['SaaS'],
    ],
    predicates: `charges {12-90} dollars per seat and month
sells annual licences by number of users, from {4-40},000 dollars
is sold as a yearly subscription that grows with the number of users
bills per active user, with a discount from {100-400} users on
earns from subscriptions of {300-2400} dollars a month per site`,
    nouns: 'subscriptions per seat|annual subscriptions|per-user licences|a yearly subscription',
  },
  usage: {
    models: [['B2B'], ['B2B', 'SaaS'], ['B2B', 'Commission']],
    predicates: `bills by usage, with no minimum
charges for each case it handles, between {0.4-0.9} and {2-9} dollars
is paid per transaction, so that small customers can begin for a few dollars a month
combines a base fee of {90-900} dollars a month with a price per use
bills each result and nothing for attempts`,
    nouns: 'usage fees|a fee per case|a base fee and usage|pay-per-use pricing',
  },
  commission: {
    models: [['eCommerce & Marketplace', 'Commission'], ['Commission'], ['B2B', 'Commission'], ['B2C', 'Commission']],
    predicates: `keeps {3-18} % of each transaction
earns a commission of {2-12} % from the selling side
takes {0.5-2.5} % of the volume it handles
is free for one side and charges the other {4-15} % of what it brings
shares the revenue with its partners, {60-80} to {20-40}`,
    nouns: 'commissions|a share of each transaction|a take rate of {3-15} %',
  },
  licence: {
    models: [['B2B'], ['B2B', 'Manufacturing'], ['B2B', 'Subscription']],
    predicates: `licenses its technology for a yearly fee
is paid an upfront fee for each deployment and a yearly licence after it
earns from licences and from paid development with {2-6} partners
sells multi-year licences, usually for {3-5} years`,
    nouns: 'licences|licence fees and paid development|multi-year licences',
  },
  royalty: {
    models: [['B2B'], ['B2B', 'Manufacturing']],
    predicates: `earns milestone payments now and royalties of {2-7} % later
is paid for development and holds a share in what comes of it
trades exclusivity by region for upfront payments and royalties`,
    nouns: 'milestones and royalties|upfront payments and royalties',
  },
  hardware: {
    models: [['B2B', 'Manufacturing'], ['Manufacturing'], ['B2B', 'Manufacturing', 'Subscription']],
    predicates: `sells the device at cost and earns from a service contract of {40-400} dollars a month
leases the equipment for {24-60} months, service included
sells hardware with a margin of {28-55} % and software on top
offers the system as a service, so that customers invest nothing upfront`,
    nouns: 'hardware sales with a service contract|equipment leases|hardware as a service',
  },
  d2c: {
    models: [
      ['B2C'],
      ['B2C', 'eCommerce & Marketplace'],
      ['B2C', 'Subscription'],
      ['eCommerce & Marketplace', 'Manufacturing'],
    ],
    predicates: `sells directly to its customers, at an average order of {28-140} dollars
earns {55-75} % of revenue from repeat orders
sells online and, since last year, through {40-600} shops
offers single orders and a subscription that {30-60} % of customers choose`,
    nouns: 'direct sales|direct orders and subscriptions|online sales with repeat orders',
  },
  subscription: {
    models: [['B2C', 'Subscription'], ['Subscription'], ['B2C', 'SaaS']],
    predicates: `costs users {5-29} dollars a month
is free to try and costs {40-160} dollars a year
sells memberships of {15-90} dollars a month
is paid by members, with a lower price for families`,
    nouns: 'consumer subscriptions|memberships|a monthly subscription',
  },
  freemium: {
    models: [['SaaS'], ['SaaS', 'Subscription'], ['B2B', 'SaaS'], ['B2C', 'SaaS']],
    predicates: `is free for small teams and charges from the {5-12}th user on
gives away the core and sells administration, support and compliance
converts {3-9} % of free users to a plan of {8-40} dollars a month`,
    nouns: 'a free tier and paid teams|a free core with paid extras',
  },
  advertising: {
    models: [['Advertising'], ['B2C', 'Advertising'], ['B2B', 'Advertising']],
    predicates: `is financed by advertising from {40-400} partners
sells sponsored placements, marked as such
earns from advertisers, at {6-24} dollars per thousand views`,
    nouns: 'advertising|sponsored placements|advertising sold directly',
  },
  service: {
    models: [['B2B'], ['B2B', 'Subscription']],
    predicates: `works at fixed prices per project
sells projects first and maintenance contracts after them
is paid by the day for the first project and by subscription from then on
earns from framework contracts of {2-4} years`,
    nouns: 'fixed-price projects|projects with maintenance contracts|framework contracts',
  },
  outcome: {
    models: [['B2B'], ['B2B', 'Commission'], ['B2B', 'SaaS']],
    predicates: `is paid only when it succeeds
charges a share of {8-25} % of what customers save
ties half of its fee to an agreed result`,
    nouns: 'success fees|a share of savings|outcome-based pricing',
  },
  treatment: {
    models: [['B2C'], ['B2B'], ['B2B', 'B2C']],
    predicates: `is paid per treatment, by insurers and by those who pay themselves
has contracts with {3-40} insurers and a fixed price for everyone else
bills each case at a tariff agreed with the payers`,
    nouns: 'fees per treatment|contracts with insurers|tariffs agreed with payers',
  },
  interest: {
    models: [['B2B'], ['B2B', 'Commission']],
    predicates: `earns interest of {6-16} % a year on what it advances
charges a fixed fee of {1.5-4.5} % instead of interest
earns the margin between its own refinancing and what its customers pay`,
    nouns: 'interest and fees|a fixed fee per advance|the interest margin',
  },
  assets: {
    models: [['B2C', 'Commission'], ['B2B', 'Commission'], ['Commission'], ['Subscription']],
    predicates: `charges {0.2-0.9} % of assets a year
is paid a yearly fee on what it looks after, and no commission
takes a flat fee below ten thousand dollars and {0.3-0.8} % above`,
    nouns: 'a fee on assets|a yearly fee on assets under care',
  },
  wholesale: {
    models: [['B2B', 'Manufacturing'], ['Manufacturing'], ['B2B']],
    predicates: `sells by the tonne to {4-45} buyers
has contracts for {40-95} % of next year's output
sells under contracts of {3-7} years with an agreed price`,
    nouns: 'sales under long contracts|wholesale|contracts for its output',
  },
  game: {
    models: [['B2C'], ['B2C', 'Subscription'], ['B2C', 'Advertising']],
    predicates: `sells the first chapter for nothing and the rest for {3-15} dollars
lives from a season pass of {5-12} dollars
earns from players who buy decoration, on average {2-6} dollars a month`,
    nouns: 'chapter sales|a season pass|in-game purchases',
  },
};
