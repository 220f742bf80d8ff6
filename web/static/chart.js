// Draws a course of scores as lines; uPlot comes with the first chart that is seen.
// The table below it says the same, so the picture is never the only place of anything.

const COLOURS = ["--in-H", "--in-D", "--in-C", "--in-S", "--gold", "--in-R", "--soft"];
const DASHES = [[], [8, 8], [2, 4]]; // with more people than colours, and where lines lie together
const HEIGHT = 260;
let uplot = null;
const drawn = new WeakMap(); // how wide each one is drawn

const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Load the library once. */
function library(folder) {
  uplot ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${folder}uPlot.iife.min.js`;
    script.onload = () => resolve(window.uPlot);
    script.onerror = () => {
      uplot = null; // the next drawing tries again
      reject();
    };
    document.head.append(script);
  });
  return uplot;
}

async function draw(place) {
  const { vendor, course: told } = place.parentNode.dataset;
  drawn.set(place, place.clientWidth);
  const Plot = await library(vendor);
  const { labels, lines, scale: [low, high] } = JSON.parse(told);
  const colour = (number) => style(COLOURS[number % COLOURS.length]);
  const course = ({ values }) => values.join();
  const below = (number) => lines.slice(0, number).filter((each) => course(each) === course(lines[number])).length;
  const dash = (number) => DASHES[(Math.floor(number / COLOURS.length) + below(number)) % DASHES.length];
  const font = `13px ${style("--sans")}`;
  const axis = { stroke: style("--soft"), font, grid: { stroke: style("--line"), width: 1 }, ticks: { show: false } };
  const whole = (_, splits) => splits.map((each) => (Number.isInteger(each) ? `${each}`.replace("-", "−") : ""));
  const series = lines.map(({ name }, number) => ({
    label: name,
    stroke: colour(number),
    dash: dash(number),
    width: 2.5,
    points: { show: labels.length < 40, size: 6, fill: colour(number) },
  }));
  const options = {
    width: place.clientWidth,
    height: HEIGHT,
    padding: [12, 12, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: { x: { time: false }, y: { range: roomy(low, high) } },
    axes: [{ ...axis, values: whole, incrs: [1, 2, 5, 10, 20, 50] }, { ...axis, values: whole, size: 44 }],
    series: [{}, ...series],
  };
  place.replaceChildren();
  new Plot(options, [labels.map((_, at) => at), ...lines.map(({ values }) => values)], place);
  place.append(legend(lines, colour, dash));
}

/** Some air above and below, and no hundred beside a flat line. */
function roomy(low, high) {
  const air = Math.max((high - low) / 12, low === high ? 1 : 0);
  return [Math.floor(low - air), Math.ceil(high + air)];
}

function legend(lines, colour, dash) {
  const list = document.createElement("ul");
  lines.forEach(({ name }, number) => {
    const item = document.createElement("li");
    const sample = document.createElement("span");
    const who = document.createElement("bdi");
    sample.style.borderTop = `3px ${["solid", "dashed", "dotted"][DASHES.indexOf(dash(number))]} ${colour(number)}`;
    who.textContent = name;
    item.append(sample, who);
    list.append(item);
  });
  return list;
}

/** Draw each chart of this part of the page, and again whenever it has another width. */
export function redraw(part) {
  for (const place of part.querySelectorAll(".chart > .plot")) {
    if (place.clientWidth) draw(place);
    widths.observe(place);
  }
}

const widths = new ResizeObserver((changed) => {
  for (const { target } of changed) {
    if (target.clientWidth && target.clientWidth !== drawn.get(target)) draw(target);
  }
});

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => redraw(document));
for (const page of document.querySelectorAll("main.evening")) redraw(page);
