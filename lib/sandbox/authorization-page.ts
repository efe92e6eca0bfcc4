import { html } from 'hono/html'
import type { AuthorizationRequest } from './authorization-request'
import { LONGEST_VALIDITY_DAYS } from './authorize'
import { page, type Html } from './page'
import type { SellerShop } from './shops'

const VALIDITIES = [7, 30, 90, 180, 365]

type Shown = { request: AuthorizationRequest; shops: SellerShop[]; problem?: string; chosen?: string }

// Invented: how the page looks and the words on it. Addresses and parameters are the platform's.
export const authorizationPage = ({ request, shops, problem, chosen }: Shown): Html =>
  page(
    'Autorizar aplicativo',
    html`<h1>Autorizar aplicativo</h1>
      <p class="soft">
        O aplicativo ${String(request.partnerId)} pede acesso à sua loja. Esta é a Shopee de teste: nada aqui chega à
        Shopee de verdade.
      </p>
      ${problem ? html`<p role="alert"><strong>${problem}</strong></p>` : ''}
      <form id="make" method="post" action="/auth">
        ${hiddenFields(request)}<input type="hidden" name="decision" value="make" />
      </form>
      <form method="post" action="/auth">
        ${hiddenFields(request)}
        <fieldset>
          <legend>Loja</legend>
          ${[...shops.filter(isFree).map((shop) => shopChoice(shop, chosen)), ...mainAccounts(shops).map(accountChoice)]}
          <label
            >Nome de uma loja nova (opcional)<br /><input form="make" name="name" maxlength="60" autocomplete="off"
          /></label>
          <p><button form="make">Criar loja</button></p>
        </fieldset>
        <fieldset>
          <legend>Validade da autorização</legend>
          ${VALIDITIES.map(
            (days) =>
              html`<label class="choice"
                ><input
                  type="radio"
                  name="validity"
                  value="${days}"
                  ${days === LONGEST_VALIDITY_DAYS ? 'checked' : ''}
                />
                ${days} dias</label
              >`,
          )}
          <label class="choice"><input type="radio" name="validity" value="custom" /> Outro prazo</label>
          <label
            >Dias (de 1 a ${LONGEST_VALIDITY_DAYS})<br /><input
              name="days"
              type="number"
              min="1"
              max="${LONGEST_VALIDITY_DAYS}"
              inputmode="numeric"
          /></label>
        </fieldset>
        ${decisions(request, 'Confirmar autorização')}
      </form>`,
    { narrow: true },
  )

export const cancellationPage = ({ request, shops, problem }: Shown): Html =>
  page(
    'Cancelar autorização',
    html`<h1>Cancelar autorização</h1>
      <p class="soft">O aplicativo ${String(request.partnerId)} perde o acesso à loja escolhida.</p>
      ${problem ? html`<p role="alert"><strong>${problem}</strong></p>` : ''}
      ${
        shops.length === 0
          ? html`<p>Nenhuma loja está autorizada.</p>
              <p><a class="button" href="${request.redirect.origin}">Voltar</a></p>`
          : html`<form method="post" action="/cancel_auth">
              ${hiddenFields(request)}
              <fieldset>
                <legend>Loja</legend>
                ${shops.map((shop) => shopChoice(shop))}
              </fieldset>
              ${decisions(request, 'Cancelar autorização')}
            </form>`
      }`,
    { narrow: true },
  )

export const refusalPage = (message: string): Html =>
  page(
    'Não foi possível continuar',
    html`<h1>Não foi possível continuar</h1>
      <p role="alert">${message}</p>`,
    { narrow: true },
  )

const hiddenFields = ({ partnerId, redirect, state }: AuthorizationRequest): Html =>
  html`<input type="hidden" name="partner_id" value="${String(partnerId)}" />
    <input type="hidden" name="auth_type" value="seller" />
    <input type="hidden" name="response_type" value="code" />
    <input type="hidden" name="redirect_uri" value="${redirect.toString()}" />
    ${state === null ? '' : html`<input type="hidden" name="state" value="${state}" />`}`

const shopChoice = (shop: SellerShop, chosen?: string): Html =>
  html`<label class="choice"
    ><input
      type="radio"
      name="account"
      value="shop:${String(shop.shop_id)}"
      ${chosen === `shop:${shop.shop_id}` ? 'checked' : ''}
      ${shop.status === 'BANNED' ? 'disabled' : ''}
    />
    <span
      >${shop.name}<br /><span class="soft"
        >${String(shop.shop_id)}${shop.status === 'BANNED' ? ', suspensa' : ''}</span
      ></span
    ></label
  >`

/** A shop of the demonstration company can be connected by no other. */
const isFree = ({ is_demo, grant_status }: SellerShop) => !is_demo || grant_status !== 'active'

const mainAccounts = (shops: SellerShop[]) => [...new Set(shops.flatMap((shop) => shop.main_account_id ?? []))]

const accountChoice = (accountId: bigint): Html =>
  html`<label class="choice"
    ><input type="radio" name="account" value="main:${String(accountId)}" />
    <span>Conta principal com todas as suas lojas<br /><span class="soft">${String(accountId)}</span></span></label
  >`

const decisions = ({ redirect }: AuthorizationRequest, confirm: string): Html =>
  html`<p class="actions">
    <button class="first" name="decision" value="confirm">${confirm}</button>
    <button name="decision" value="deny">Recusar</button>
    <a class="button" href="${redirect.origin}">Voltar</a>
  </p>`
