// The seats round the cloth: four have a reader of their own; where more people play, all share the
// four, each seat has a tab, and one hand lies open at a time. A fifth hand that is nobody's lies
// beside the cloth.

import { message } from "./words.js";

const OWN = 4;

export class Seats {
  #cloth;
  #apart;
  #tabs;
  #fronts;
  #sections;
  #isShared = false;

  constructor(cloth, apart) {
    this.#cloth = cloth;
    this.#apart = apart;
    this.#tabs = cloth.querySelector(".tabs");
    this.#fronts = cloth.querySelector(".fronts");
    this.#sections = [...cloth.querySelectorAll(".seat")];
    this.#tabs.addEventListener("click", (event) => {
      const tab = event.target.closest(".tab");
      if (tab) this.open(Number(tab.dataset.tab));
    });
    this.open(0);
  }

  /** The four that stand round the board. */
  get own() {
    return this.#sections.slice(0, OWN);
  }

  get isShared() {
    return this.#isShared;
  }

  /** The place of a seat's cards. */
  handOf(seat) {
    return this.#sections[seat].querySelector(".hand");
  }

  /** The place of the card that a seat has played. */
  frontOf(seat) {
    if (this.#isShared) return this.#fronts.children[seat].firstChild;
    return this.#sections[seat].querySelector(".front");
  }

  /** Show this seat's hand, where one is shown at a time. */
  open(seat) {
    this.#sections.forEach((section, n) => section.classList.toggle("is-open", n === seat));
    [...this.#tabs.children].forEach((tab, n) => tab.setAttribute("aria-pressed", n === seat));
  }

  /** Have as many seats as the scene has, named and marked as it says. */
  follow(scene) {
    this.#isShared = scene.seats.filter((its) => its.is_person).length > scene.readers.length;
    this.#cloth.classList.toggle("is-shared", this.#isShared);
    while (this.#sections.length < scene.seats.length) this.#add();
    const home = this.#isShared ? this.#cloth : this.#apart;
    for (const section of this.#sections.slice(OWN)) if (section.parentNode !== home) home.append(section);
    const tabs = this.#isShared ? scene.seats.length : 0;
    while (this.#tabs.children.length < tabs) this.#addTab();
    while (this.#tabs.children.length > tabs) {
      this.#tabs.lastChild.remove();
      this.#fronts.lastChild.remove();
    }
    this.#sections.forEach((section, seat) => this.#show(section, seat, scene.seats[seat]));
  }

  #show(section, seat, its) {
    section.classList.toggle("is-absent", !its);
    if (!its) return;
    section.classList.toggle("is-due", its.due);
    section.classList.toggle("wins", its.wins);
    section.classList.toggle("is-nobody", !its.is_person);
    section.setAttribute("aria-label", its.name);
    const hand = message("hand", { who: its.name, number: its.hand.length });
    section.querySelector(".hand").setAttribute("aria-label", hand);
    const taken = section.querySelector(".taken");
    if (taken) taken.textContent = its.taken;
    const name = section.querySelector(".its-name");
    if (name) name.textContent = its.name;
    const front = this.frontOf(seat);
    if (its.said) front.dataset.said = its.said;
    else delete front.dataset.said;
    if (!this.#isShared) return;
    const tab = this.#tabs.children[seat];
    tab.classList.toggle("is-due", its.due);
    tab.firstChild.textContent = its.name;
    tab.lastChild.textContent = its.hand.length || "";
    this.#fronts.children[seat].classList.toggle("wins", its.wins);
    this.#fronts.children[seat].lastChild.textContent = its.name;
  }

  #add() {
    const made = document.createElement("section");
    made.className = "seat";
    made.dataset.seat = this.#sections.length;
    made.innerHTML =
      '<span class="its-name" aria-hidden="true"></span><div class="front"></div><div class="hand" role="group"></div>';
    this.#sections.push(made);
  }

  #addTab() {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.className = "tab";
    tab.dataset.tab = this.#tabs.children.length;
    tab.append(document.createElement("b"), document.createElement("small"));
    const isOpen = this.#sections[tab.dataset.tab].classList.contains("is-open");
    tab.setAttribute("aria-pressed", isOpen);
    this.#tabs.append(tab);
    const front = document.createElement("div");
    front.append(document.createElement("div"), document.createElement("span"));
    this.#fronts.append(front);
  }
}
